"""The order to forget what one was told in other languages than English, as patterns.

Read in texts whose Latin letters have no accents any more. An order begins a sentence; who only tells that a parser
ignores what came before it says so within one.
"""

from __future__ import annotations

PARTS = r"""
    START (?:(?:^|[.!?:;,>|)\u3002\u3001\u300c"'\u201c\u2014\u2013-] ?|\n[ ]?)(?:(?:bitte|por favor|per favore|
        s'il vous plait|veuillez|merci de|you must|please|пожалуйста|请你?|請你?|现在|立即|务必|
        你(?:必须|应该|要))[ ,]*){0,2})
    PAST_FR (?:precedente?s?|anterieure?s?|ci-dessus|plus haut|qui precedent|ci-avant)
    PAST_ES (?:anterior(?:es)?|previ[ao]s?|precedentes?|de arriba)
    PAST_PT (?:anterior(?:es)?|previ[ao]s?|precedentes?|acima|dadas antes)
    PAST_IT (?:precedent[ei]|anterior[ei]|sopra|di cui sopra|date prima)
    PAST_RU (?:предыдущ|прежн|предшествующ|прошл|вышеуказанн|вышеприведенн|вышеизложенн|ранее данн|
        ранее полученн)\w{1,4}
"""
TONGUES = r"""
    <START>(?:ignorier(?:e|en sie)|missachte(?:n sie)?|vergiss|vergessen sie|vergesst|verwirf) (?:(?:bitte|
        alle?[rs]?|die|deine|ihre|samtliche|jegliche|jede) ){0,4}(?:vorherige|vorangegangene|vorangehende|
        vorausgehende|bisherige|fruhere|obige|vorige)n? (?:\w+ )?(?:anweisung|instruktion|befehl|regel|vorgabe|
        anordnung|prompt)\w{0,2}\b
    <START>(?:ignore[zr]?|oublie[zr]?|ne (?:tiens|tenez|tenir) (?:pas|aucun|plus) compte|
        fai(?:s|tes) abstraction) (?:(?:de|des|toutes?|tous|les|vos|tes|ces|l'ensemble) ){0,4}(?:<PAST_FR> )?
        (?:instructions?|consignes?|directives?|ordres?|regles?)(?: \w+)? <PAST_FR>\b
    <START>(?:ignor(?:a|ad|e|en|ar)|olvid(?:a|ad|e|en)|descart(?:a|e)|ha(?:z|ga) caso omiso de|
        no (?:tengas?|tomes?) en cuenta) (?:(?:todas?|todos|las|los|tus|sus|estas|cualquier) ){0,3}
        (?:instruccion(?:es)?|indicaciones|ordenes|directrices|reglas|directivas)(?: \w+)? <PAST_ES>\b
    <START>(?:ignor(?:a|e|em|ar)|esquec(?:a|e|am)|desconsider(?:a|e|em)|descart(?:a|e)) (?:(?:todas?|todos|
        as|os|suas|tuas|quaisquer) ){0,3}(?:instrucao|instrucoes|orientacoes|ordens|diretrizes|
        regras)(?: \w+)? <PAST_PT>\b
    <START>(?:ignora(?:te)?|ignori|dimentica(?:te)?|dimentichi|trascura(?:te)?|
        non (?:considerare|tenere conto)) (?:(?:di|delle|tutte|tutti|le|gli|i|tue|vostre|qualsiasi) ){0,4}
        (?:istruzion[ei]|indicazioni|direttive|regole|ordini)(?: \w+)? <PAST_IT>\b
    <START>(?:(?:про)?игнорируй(?:те)?|забудь(?:те)?|отбрось(?:те)?|
        не обращай(?:те)? внимания на) (?:(?:все|всех|про|о|свои|твои|ваши|эти|любые) ){0,3}
        (?:<PAST_RU> (?:\w+ )?(?:инструкц|указан|команд|правил|распоряжен|приказ)\w{0,4}|
        (?:инструкци|указани|команд|правил)\w{0,3} выше)\b
    <START>(?:忽略|无视|無視|忽視|忽视|忘记|忘掉|忘記|不要理会|不要理會)[^。！？\n.!?]{0,12}?
        (?:之前|先前|以前|此前|前面|以上|上述|上面)[^。！？\n.!?]{0,8}?(?:指令|指示|说明|說明|提示|命令)
    (?:これまで|それまで|今まで|以前|前|先ほど|先|上記|以上)(?:の|に(?:与え|出)[^。\n]{0,6})[^。\n]{0,6}?
        (?:指示|命令|指令|プロンプト)(?:は|を|に|については)?(?:すべて|全て|全部|一切)?
        (?:(?:無視|破棄)(?:して(?:ください|下さい|$|[。!.\n])|しろ|しなさい|せよ)|
        忘れ(?:て(?:ください|下さい|$|[。!.\n])|ろ|なさい))
"""
