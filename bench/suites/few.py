"""Small stores that are unlike a talk: sentences nearly equal, texts of a word or three, code, languages but English.

Each has needs that it answers and needs that nothing answers. What nothing answers is asked in the store's language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Line = dict[str, Any]


class Small(NamedTuple):
    """One store. answered: (need, place of the text that answers it). unknown: needs that none answers."""

    kind: str
    texts: Sequence[str]
    answered: Sequence[tuple[str, int]]
    unknown: Sequence[str]


ELSEWHERE = (
    "who painted the ceiling of the chapel",
    "what is the boiling point of mercury",
    "how do I tune a violin",
    "which team won the cup in 1998",
)

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")
TOWNS = ("Berlin", "Paris", "Madrid", "Rome", "Vienna", "Oslo", "Lisbon", "Prague", "Dublin", "Athens")


def _orders(count: int) -> Small:
    texts = [f"Order {4700 + 7 * n} was shipped on {DAYS[n % 5]} to {TOWNS[3 * n % 10]}." for n in range(count)]
    places = range(0, count, count // 5)
    asked = [(f"when was order {4700 + 7 * n} shipped", n) for n in places]
    asked += [(f"where did parcel {4700 + 7 * n} go", n) for n in places]
    return Small("nearly equal", texts, asked, ELSEWHERE)


def _jobs(count: int) -> Small:
    texts = [f"[INFO] worker-{n} finished job {9000 + n} in {30 + n} ms, status ok" for n in range(count)]
    odd = count // 2
    texts[odd] = f"[ERROR] worker-{odd} failed job {9000 + odd}: connection refused by db-replica"
    asked = [("which job failed", odd), ("connection refused", odd), ("what about job 9001", 1)]
    return Small("logs", texts, asked, ELSEWHERE)


SHORT = Small(
    "a word or three",
    ("blue car", "tea, no sugar", "allergic to nuts", "lives in Oslo", "two cats", "plays cello", "dentist in May"),
    (
        ("what colour is the car", 0),
        ("how many cats", 4),
        ("when is the dentist", 6),
        ("does anybody play the cello", 5),
    ),
    ELSEWHERE,
)
CODE = Small(
    "code",
    (
        "def parse_date(text):\n    return datetime.strptime(text, '%Y-%m-%d')",
        "class Cache:\n    def __init__(self, size):\n        self.size = size",
        "def send_mail(to, subject, body):\n    smtp.sendmail(FROM, [to], compose(subject, body))",
        "SELECT user_id, count(*) FROM orders GROUP BY user_id HAVING count(*) > 10",
        "def hash_password(password, salt):\n    return pbkdf2_hmac('sha256', password.encode(), salt, 100000)",
    ),
    (
        ("where do we parse a date", 0),
        ("which class is the cache", 1),
        ("function that sends mail", 2),
        ("users with more than ten orders", 3),
        ("hash_password", 4),
    ),
    ELSEWHERE,
)

LANGUAGES = (
    Small(
        "German",
        (
            "Die Miete der Wohnung beträgt 840 Euro im Monat.",
            "Der Ersatzschlüssel liegt unter dem Blumentopf.",
            "Der Müll wird dienstags abgeholt.",
            "Der Hund frisst morgens Trockenfutter.",
            "Die Küche ist gelb gestrichen.",
        ),
        (
            ("Wie hoch ist die Miete?", 0),
            ("Wo ist der Ersatzschlüssel?", 1),
            ("Wann wird der Müll abgeholt?", 2),
            ("Was bekommt der Hund zum Frühstück?", 3),
            ("Welche Farbe hat die Küche?", 4),
        ),
        (
            "Wer hat die Decke der Kapelle bemalt?",
            "Wie stimmt man eine Geige?",
            "Wer gewann 1998 den Pokal?",
            "Warum startet der Server nicht?",
        ),
    ),
    Small(
        "French",
        (
            "Le loyer de l'appartement est de 840 euros par mois.",
            "La clé de secours est sous le pot de fleurs.",
            "Les poubelles sont ramassées le mardi.",
            "Le chien mange des croquettes le matin.",
            "Les murs de la cuisine sont jaunes.",
        ),
        (
            ("Combien coûte le loyer ?", 0),
            ("Où est la clé de secours ?", 1),
            ("Quand ramasse-t-on les poubelles ?", 2),
            ("Que mange le chien ?", 3),
            ("De quelle couleur est la cuisine ?", 4),
        ),
        (
            "Qui a peint le plafond de la chapelle ?",
            "Comment accorder un violon ?",
            "Qui a gagné la coupe en 1998 ?",
            "Pourquoi le serveur ne démarre pas ?",
        ),
    ),
    Small(
        "Italian",
        (
            "L'affitto dell'appartamento è di 840 euro al mese.",
            "La chiave di riserva è sotto il vaso di fiori.",
            "La spazzatura viene ritirata il martedì.",
            "Il cane mangia crocchette al mattino.",
            "Le pareti della cucina sono gialle.",
        ),
        (
            ("Quanto costa l'affitto?", 0),
            ("Dove si trova la chiave di riserva?", 1),
            ("Quando ritirano la spazzatura?", 2),
            ("Che cosa mangia il cane?", 3),
            ("Di che colore è la cucina?", 4),
        ),
        (
            "Chi ha dipinto il soffitto della cappella?",
            "Come si accorda un violino?",
            "Chi ha vinto la coppa nel 1998?",
            "Perché il server non si avvia?",
        ),
    ),
    Small(
        "Portuguese",
        (
            "O aluguel do apartamento é de 840 euros por mês.",
            "A chave reserva está debaixo do vaso de flores.",
            "O lixo é recolhido às terças.",
            "O cachorro come ração de manhã.",
            "As paredes da cozinha são amarelas.",
        ),
        (
            ("Quanto custa o aluguel?", 0),
            ("Onde está a chave reserva?", 1),
            ("Quando recolhem o lixo?", 2),
            ("O que o cachorro come?", 3),
            ("De que cor é a cozinha?", 4),
        ),
        (
            "Quem pintou o teto da capela?",
            "Como se afina um violino?",
            "Quem ganhou a copa em 1998?",
            "Por que o servidor não inicia?",
        ),
    ),
    Small(
        "Dutch",
        (
            "De huur van de woning is 840 euro per maand.",
            "De reservesleutel ligt onder de bloempot.",
            "Het vuilnis wordt op dinsdag opgehaald.",
            "De hond eet 's ochtends brokken.",
            "De keuken is geel geverfd.",
        ),
        (
            ("Hoe hoog is de huur?", 0),
            ("Waar is de reservesleutel?", 1),
            ("Wanneer wordt het vuilnis opgehaald?", 2),
            ("Wat eet de hond?", 3),
            ("Welke kleur heeft de keuken?", 4),
        ),
        (
            "Wie heeft het plafond van de kapel beschilderd?",
            "Hoe stem je een viool?",
            "Wie won in 1998 de beker?",
            "Waarom start de server niet?",
        ),
    ),
    Small(
        "Russian",
        (
            "Аренда квартиры стоит 840 евро в месяц.",
            "Запасной ключ лежит под цветочным горшком.",
            "Мусор вывозят по вторникам.",
            "Собака ест утром сухой корм.",
        ),
        (
            ("Сколько стоит аренда?", 0),
            ("Где запасной ключ?", 1),
            ("Когда вывозят мусор?", 2),
            ("Что ест собака?", 3),
        ),
        (
            "Кто расписал потолок капеллы?",
            "Какова температура кипения ртути?",
            "Как настроить скрипку?",
            "Кто выиграл кубок в 1998 году?",
        ),
    ),
    Small(
        "Chinese",
        ("公寓的房租是每月840欧元。", "备用钥匙在花盆下面。", "垃圾每周二收。", "狗早上吃干粮。", "厨房的墙是黄色的。"),
        (
            ("房租多少钱?", 0),
            ("备用钥匙在哪里?", 1),
            ("什么时候收垃圾?", 2),
            ("狗早上吃什么?", 3),
            ("厨房是什么颜色?", 4),
        ),
        ("谁画了教堂的天花板?", "水银的沸点是多少?", "怎么给小提琴调音?", "服务器为什么无法启动?"),
    ),
    Small(
        "Japanese",
        (
            "家賃は月840ユーロです。",
            "予備の鍵は植木鉢の下にあります。",
            "ゴミは火曜日に回収されます。",
            "犬は朝ドライフードを食べます。",
        ),
        (
            ("家賃はいくらですか", 0),
            ("予備の鍵はどこ", 1),
            ("ゴミはいつ回収されますか", 2),
            ("犬は何を食べますか", 3),
        ),
        ("誰が礼拝堂の天井を描きましたか", "水銀の沸点は何度ですか", "バイオリンの調弦方法"),
    ),
    Small(
        "Korean",
        (
            "아파트 임대료는 한 달에 840유로입니다.",
            "예비 열쇠는 화분 밑에 있습니다.",
            "쓰레기는 화요일에 수거합니다.",
            "개는 아침에 건식 사료를 먹습니다.",
        ),
        (
            ("임대료는 얼마입니까?", 0),
            ("예비 열쇠는 어디에 있습니까?", 1),
            ("쓰레기는 언제 수거합니까?", 2),
            ("개는 무엇을 먹습니까?", 3),
        ),
        ("예배당 천장은 누가 그렸습니까?", "수은의 끓는점은 몇 도입니까?", "바이올린은 어떻게 조율합니까?"),
    ),
)


def few() -> Iterator[Line]:
    """Yield the lines of the suite."""
    stores = (_orders(5), _orders(20), _orders(60), _jobs(5), _jobs(20), _jobs(60), SHORT, CODE, *LANGUAGES)
    for small in stores:
        store = f"{small.kind}, {len(small.texts)}"
        yield from ({"memory": {"id": str(n), "text": text}, "store": store} for n, text in enumerate(small.texts))
        told = {"store": store, "group": small.kind, "category": small.kind}
        yield from ({"need": need, "expected": [str(place)], **told} for need, place in small.answered)
        yield from ({"need": need, "unanswerable": True, **told} for need in small.unknown)
