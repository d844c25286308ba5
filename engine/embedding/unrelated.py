"""What cosine chance gives under a model: sentences that have nothing to do with one another, in several languages.

Under one model unrelated sentences have a cosine of 0.1, under another of 0.75; and under one model it is 0.03 in
English, 0.17 in French, 0.53 in Russian and 0.67 in Japanese, for what it sees first of a text is its script. A store
of a few memories cannot tell what is chance: all of its memories may be about one thing. So it is measured on the
model, once a process.

Refused: to ask it of a model behind a function, which may be a network away, and costs money.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...errors import EmbeddingError
from .port import Embedder

SENTENCES: Mapping[str, tuple[str, ...]] = {
    "English": (
        "The bus leaves at nine.",
        "My sister plays the flute.",
        "Copper conducts electricity.",
        "The shop is closed on Sundays.",
        "He forgot his umbrella.",
        "We planted three apple trees.",
        "The meeting was moved to Thursday.",
        "Prices rose last winter.",
    ),
    "German": (
        "Der Bus fährt um neun ab.",
        "Meine Schwester spielt Flöte.",
        "Kupfer leitet Strom.",
        "Das Geschäft ist sonntags geschlossen.",
        "Er hat seinen Schirm vergessen.",
        "Wir haben drei Apfelbäume gepflanzt.",
        "Die Sitzung wurde auf Donnerstag verlegt.",
        "Im letzten Winter stiegen die Preise.",
    ),
    "French": (
        "Le bus part à neuf heures.",
        "Ma sœur joue de la flûte.",
        "Le cuivre conduit l'électricité.",
        "Le magasin est fermé le dimanche.",
        "Il a oublié son parapluie.",
        "Nous avons planté trois pommiers.",
        "La réunion a été déplacée à jeudi.",
        "Les prix ont monté l'hiver dernier.",
    ),
    "Spanish": (
        "El autobús sale a las nueve.",
        "Mi hermana toca la flauta.",
        "El cobre conduce la electricidad.",
        "La tienda cierra los domingos.",
        "Olvidó su paraguas.",
        "Plantamos tres manzanos.",
        "La reunión se pasó al jueves.",
        "Los precios subieron el invierno pasado.",
    ),
    "Italian": (
        "L'autobus parte alle nove.",
        "Mia sorella suona il flauto.",
        "Il rame conduce l'elettricità.",
        "Il negozio è chiuso la domenica.",
        "Ha dimenticato l'ombrello.",
        "Abbiamo piantato tre meli.",
        "La riunione è stata spostata a giovedì.",
        "I prezzi sono saliti lo scorso inverno.",
    ),
    "Portuguese": (
        "O ônibus sai às nove.",
        "Minha irmã toca flauta.",
        "O cobre conduz eletricidade.",
        "A loja fecha aos domingos.",
        "Ele esqueceu o guarda-chuva.",
        "Plantamos três macieiras.",
        "A reunião passou para quinta-feira.",
        "Os preços subiram no inverno passado.",
    ),
    "Dutch": (
        "De bus vertrekt om negen uur.",
        "Mijn zus speelt fluit.",
        "Koper geleidt stroom.",
        "De winkel is op zondag gesloten.",
        "Hij is zijn paraplu vergeten.",
        "We hebben drie appelbomen geplant.",
        "De vergadering is naar donderdag verschoven.",
        "De prijzen stegen afgelopen winter.",
    ),
    "Russian": (
        "Автобус отходит в девять.",
        "Моя сестра играет на флейте.",
        "Медь проводит электричество.",
        "По воскресеньям магазин закрыт.",
        "Он забыл свой зонт.",
        "Мы посадили три яблони.",
        "Собрание перенесли на четверг.",
        "Прошлой зимой цены выросли.",
    ),
    "Chinese": (
        "公共汽车九点开。",
        "我姐姐吹长笛。",
        "铜能导电。",
        "商店星期天不开门。",
        "他忘了带伞。",
        "我们种了三棵苹果树。",
        "会议改到星期四。",
        "去年冬天物价上涨了。",
    ),
    "Japanese": (
        "バスは九時に出ます。",
        "姉はフルートを吹きます。",
        "銅は電気を通します。",
        "店は日曜日に閉まっています。",
        "彼は傘を忘れました。",
        "りんごの木を三本植えました。",
        "会議は木曜日に変わりました。",
        "去年の冬に物価が上がりました。",
    ),
    "Korean": (
        "버스는 아홉 시에 출발합니다.",
        "누나는 플루트를 붑니다.",
        "구리는 전기를 통합니다.",
        "가게는 일요일에 문을 닫습니다.",
        "그는 우산을 잊었습니다.",
        "우리는 사과나무 세 그루를 심었습니다.",
        "회의는 목요일로 옮겨졌습니다.",
        "지난겨울에 물가가 올랐습니다.",
    ),
    "Arabic": (
        "تغادر الحافلة في التاسعة.",
        "أختي تعزف على الناي.",
        "النحاس يوصل الكهرباء.",
        "المتجر مغلق يوم الأحد.",
        "لقد نسي مظلته.",
        "زرعنا ثلاث أشجار تفاح.",
        "نُقل الاجتماع إلى يوم الخميس.",
        "ارتفعت الأسعار في الشتاء الماضي.",
    ),
}
"""The same eight everywhere, so that languages differ and subjects do not."""

_MEASURED: dict[tuple[str, str], float] = {}
"""By the weights of a model and the language. Two threads that measure at once find the same."""


def chance(embedder: Embedder, language: str) -> float | None:
    """Return the mean cosine of unrelated sentences in a language, in [-1, 1]; None where the model is a function, or
    fails.
    """
    try:
        weights = embedder.fingerprint.sha256
        if not weights:
            return None
        key = (weights, language)
        if key not in _MEASURED:
            _MEASURED[key] = _mean_cosine(np.asarray(embedder.embed(SENTENCES[language])))
        return _MEASURED[key]
    except EmbeddingError:
        return None


def _mean_cosine(vectors: np.ndarray) -> float:
    """Return the mean over all pairs of rows, (n, d) unit norm, n >= 2."""
    return float((vectors @ vectors.T)[np.triu_indices(len(vectors), 1)].mean())
