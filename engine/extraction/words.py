"""Words that look like names and are none, and marks by which a name is known.

Short lists of what occurs, not dictionaries: each was grown by reading what the rules caught in conversations of
service agents, in sessions of coding agents, and in talk between friends.
"""

from __future__ import annotations

_FUNCTION_WORDS = """
i i'm i've i'll i'd me my mine you you're you've you'll your yours he he's she she's it it's its we we're we've we'll
our they they're their him her his hers them us that's there's here's what's who's let's the a an this that these those
there here and or but so if as at by for from in into of on onto over to up with without within about after before
since until while when where which who whom whose what why how than then though although because unless once yet nor
not no yes both each either every few many more most much some any all none other another such same own first second
next last one two three four five several per via during between under against
"""

_VERBS = """
am is are was were be been being do does did don't doesn't didn't have has had having can can't could couldn't may
might must shall should will won't would wouldn't let make made take took get got give given go going goes gone come see
seen look looks looking think know say said tell ask keep put run use try add set find show open close create update
delete remove check confirm provide choose select book cancel modify change return reply note enter click consider
ensure include includes assume remember imagine guess hope love feel feels sounds seems specify correct call wait stop
"""

_TALK = """
hi hey hello bye thanks thank please sorry okay ok oh ah wow yeah yea yep yup nope sure well right great good nice cool
awesome amazing absolutely definitely certainly exactly totally really congrats congratulations welcome glad happy yay
haha lol aww woah whoa woohoo yo hmm anytime unfortunately fortunately actually finally currently recently maybe perhaps
also just only even still again already always never often sometimes soon later now today tomorrow yesterday tonight
lately instead however therefore otherwise moreover additionally furthermore alternatively meanwhile besides dear
regards sincerely
"""

_CALENDAR = """
monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january february
march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
spring summer autumn fall winter
"""
"""A day is a date, not a thing."""

_RECORDS = """
true false none null error errors warning info debug traceback exception file line lines step steps total name type
value default description summary details status result results output input option options example examples usage
available id ids number date time note notes reservation flight passenger order item price amount page section part
figure table chapter annex appendix version
"""
"""What tools, forms and code write with a capital."""


def _words(*lists: str) -> frozenset[str]:
    return frozenset(" ".join(lists).split())


NO_NAMES = _words(_FUNCTION_WORDS, _VERBS, _TALK, _CALENDAR, _RECORDS)
"""In lower case."""

ACRONYMS_OF_NOTHING = _words(
    """
    AND NOT THE FOR ALL ANY NEW OLD YES BUT YOU ARE WAS HAS HAD CAN GET SET PUT END OUT OFF NOW ONE TWO LOL OMG WOW BTW
    FYI ASAP FAQ ETA TBD TODO FIXME NOTE NULL NONE TRUE FALSE ELSE THEN WHEN FROM INTO WITH THIS THAT HAVE WILL MUST
    ONLY SELECT WHERE ORDER GROUP LIMIT EST EDT CST CDT MST MDT PST PDT GMT UTC API URL URI UUID HTTP HTTPS JSON HTML
    YAML XML CSV PDF USD EUR GBP INFO WARN ERROR DEBUG FAIL PASS HEAD TAIL POST STOP ID IDS OK NO TV PC DOB YYYY
    """
)
"""Shouted words, zones of time, and what is the same thing to everybody."""

UNITS = _words("AM PM KB MB GB TB HZ MHZ GHZ KM CM MM KG ML FT ST ND RD TH PX PT MS USD EUR X K M B P D")
"""What follows a number without making it a code: `10AM`, `500MB`, `1080P`."""

JOINING = "of|of the|for the|de|de la|del|da|di|du|la|le|van|van der|von|al|bin"
"""Small words inside a name: `Lord of the Rings`, `Ludwig van Beethoven`. Not `and`, which stands between two names."""

SURNAMES = (
    "王李张刘陈杨赵吴徐孙朱胡郭罗郑梁谢宋唐许韩冯邓曹彭曾肖董袁潘蒋蔡杜魏吕沈姚卢姜崔"
    "谭陆汪范廖贾邹熊邱薛阎侯陶黎贺郝龚邵覃欧"
)
"""Common Chinese surnames, without those that begin everyday words (高 in 高兴, 方 in 方便, 周 in 周末, 马 in 马上)."""

TITLED = "先生|女士|小姐|老师|教授|医生|经理|博士|主任|同学|律师|院长|总监|师傅|阿姨|叔叔"
"""Forms of address: a surname, at most two characters and one of them are a name."""

NOT_SURNAMED = _words(
    """
    谢谢 许多 许可 许久 曾经 范围 董事 罗马 韩国 陆续 陆地 王子 王国 李子 孙子 孙女 郑重 唐朝 宋朝 胡说 贺卡 杜绝
    张开 张贴 陈述 陈列 梁柱 欧洲 欧元
    """
)
"""Words that begin with a surname."""

NOT_HONOURED = _words("皆 客 奥 娘 息子 患者 業者 学生 店員 看護師 神")
"""What takes さん or 様 in Japanese without being a name."""
