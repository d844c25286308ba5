"""Words of grammar, by language: those that are in nearly every text, and say nothing about what is sought. Pure.

A question is left without them, or a store of eight German sentences would answer it by `der` and `ist`. In a large
store their frequency would tell; in a small one nothing does, so they are listed: closed classes, articles, pronouns,
prepositions, auxiliaries, words that ask.

One language's grammar is another's content (`die` and `hat` in English, `come` in Italian), so a text's language is
told first, by whose grammar it has most of. English is assumed otherwise, and left out always: it is what people mix
in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

LISTED = """
a an the this that these those some any each every either neither both all such same other another own
i me my mine myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers
herself it its itself they them their theirs themselves one ones
who whom whose which what when where why how
am is are was were be been being do does did doing done have has had having would shall should can could might
must cannot
and or but nor if then else so than because while although though unless until since whether as
of in on at by to from into onto with without within about above below over under between among through
against across along around behind beside near off out up down for per via upon toward towards
no not only just also too very much many more most few less least again ever once still yet already here there
"""
ENGLISH = frozenset(LISTED.split())
"""Those that place one event by another (before, after, during) are not among them, nor those that are also names (may,
us, will).
"""

OTHERS: Mapping[str, str] = {
    "German": """
der die das den dem des ein eine einen einem einer eines kein keine keinen dieser diese dieses diesen diesem jede jeder
ich mich mir mein meine du dich dir dein er ihn ihm sein seine sie ihr ihre ihnen es wir uns unser euch man sich
wer wen wem wessen was welche welcher welches welchen wann wo wohin woher warum wieso weshalb wie wieviel
bin bist ist sind war waren wird werden wurde wurden habe hast hat haben hatte hatten kann können muss müssen soll
sollen und oder aber denn weil dass ob wenn als damit
in im an am auf aus bei beim mit von vom zu zum zur nach über unter für gegen ohne um durch zwischen hinter neben
nicht nur auch noch schon sehr mehr hier dort da so
""",
    "French": """
le la les l un une des du de d ce cet cette ces c ceci cela ça chaque tout tous toute toutes
je j me m moi mon ma mes tu te t toi ton ta tes il elle on lui se s soi son sa ses nous notre nos vous votre vos ils
elles leur leurs y en
qui que qu quoi dont où quand comment pourquoi combien quel quelle quels quelles est-ce
suis es est sommes êtes sont était étaient être été ai as a avons avez ont avait avaient avoir fait faire peut peuvent
et ou mais donc car si comme parce
à au aux dans par pour sur sous avec sans chez vers entre contre
ne n pas plus aussi très même déjà encore ici là
""",
    "Spanish": """
el la los las lo un una unos unas este esta estos estas ese esa eso aquel aquella cada todo toda todos todas
yo me mi mis tú te ti tu tus él ella ello le les se su sus nosotros nos nuestro nuestra ellos ellas usted ustedes
quién quiénes qué cuál cuáles cuándo dónde adónde cómo cuánto cuánta cuántos cuántas que quien cual donde como cuando
soy eres es somos son era eran fue fueron ser sido está están estaba estar he has ha hemos han había haber hay hace
puede y e o u pero porque si aunque pues
de del a al en con sin por para sobre entre hasta desde hacia según
no ni más muy también ya aquí allí
""",
    "Italian": """
il lo la i gli le l un uno una questo questa questi queste quello quella quelli ogni tutto tutti tutta tutte
io mi me mio mia tu ti te tuo tua lui lei si suo sua suoi sue noi ci nostro nostra voi vi loro ne
chi che cosa quale quali quando dove come perché quanto quanta quanti quante cui
sono sei è siamo siete era erano fu essere stato stata ho hai ha abbiamo hanno aveva avere fa può
e ed o ma se anche
di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella nei nelle con su sul sulla per
tra fra senza
non più molto già qui
""",
    "Portuguese": """
o a os as um uma uns umas este esta estes estas esse essa isso aquele aquela cada todo toda todos todas
eu me mim meu minha tu te teu tua ele ela lhe se seu sua seus suas nós nos nosso nossa vocês você eles elas
quem que qual quais quando onde como porquê porque quanto quanta quantos quantas
sou és é somos são era eram foi foram ser sido está estão estava estar tem têm tinha ter há faz pode
e ou mas se
de do da dos das em no na nos nas ao à aos às com sem por pelo pela para sobre entre até desde
não mais muito também já aqui ali
""",
    "Dutch": """
de het een deze dit die dat elke ieder alle
ik me mij mijn jij je jou jouw hij hem zijn zij ze haar het wij we ons onze jullie u uw hun hen zich
wie wat welk welke wanneer waar waarheen waarom hoe hoeveel
ben bent is zijn was waren word wordt worden werd heb hebt heeft hebben had hadden kan kunnen moet moeten
en of maar want omdat als dan
van in op aan bij met uit naar voor door over onder tussen tegen zonder om te
niet geen ook nog al zeer meer hier daar er
""",
    "Russian": """
я меня мне мной мой моя моё мои ты тебя тебе твой он его ему она её ей оно мы нас нам наш наша вы вас вам ваш они их им
себя свой
кто кого кому что чего чему какой какая какое какие каков какова когда где куда откуда почему зачем как сколько чей
есть был была было были быть будет это этот эта эти тот та те весь вся все
и или но а же ли если чтобы потому
в во на с со к ко от из у о об по за для до при без под над между через
не ни только также уже ещё очень более тут там
""",
}
"""Apart from English, by language, as a person writes them."""

WORD = re.compile(r"[^\W\d_]+")
LEAST = 2
"""Different words of its grammar by which another language is told: one may be a name, or borrowed."""


def _bare(word: str) -> str:
    """Return a word without accents, as many type it."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if unicodedata.category(c) != "Mn")


GRAMMARS: Mapping[str, frozenset[str]] = {
    language: frozenset(form for word in listed.split() for form in (word, _bare(word)))
    for language, listed in OTHERS.items()
}


SCRIPTS = {
    "Japanese": re.compile("[\u3040-\u30ff]"),
    "Chinese": re.compile("[\u3400-\u4dbf\u4e00-\u9fff]"),
    "Korean": re.compile("[\uac00-\ud7a3]"),
    "Russian": re.compile("[\u0400-\u04ff]"),
    "Arabic": re.compile("[\u0600-\u06ff]"),
}
"""What tells a language by its letters alone; the first that a text has any of: Japanese has Chinese characters too."""


def grammar_of(words: Iterable[str]) -> frozenset[str]:
    """Return the words of grammar that a text of these words, in small letters, is left without.

    Of two languages that it may equally be both are taken: what is grammar in either says little.
    """
    return ENGLISH.union(*(GRAMMARS[language] for language in _by_grammar(words)))


def language_of(text: str) -> str:
    """Return the language of a text, by its script, else by its grammar; English where neither tells."""
    for language, script in SCRIPTS.items():
        if script.search(text):
            return language
    return next(iter(_by_grammar(WORD.findall(text.casefold()))), "English")


def mostly(language: str, text: str) -> bool:
    """Say whether a text has more of the grammar of a language than of English, and no less than of another's.

    One word is enough. It counts in small letters, or as the first of the text: `Die Hard` is a title.
    """
    said = frozenset(word for word in WORD.findall(text[:1].lower() + text[1:]) if word.islower())
    most = len(said & GRAMMARS[language])
    return most > len(said & ENGLISH) and all(len(said & grammar) <= most for grammar in GRAMMARS.values())


def _by_grammar(words: Iterable[str]) -> list[str]:
    """Return the languages but English whose grammar a text has most of; none where that is English's, or too
    little.
    """
    said = frozenset(words)
    counted = {language: len(said & grammar) for language, grammar in GRAMMARS.items()}
    most = max(counted.values())
    if most < LEAST or most <= len(said & ENGLISH):
        return []
    return [language for language, count in counted.items() if count == most]
