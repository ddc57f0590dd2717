/**
 * Frame of a document for the Typst engine: its title, and the names pandoc's Typst markup relies on. The engine defines the
 * look. Written in pandoc's template language.
 */
export const TYPST_TEMPLATE = String.raw`#let horizontalrule = line(start: (25%, 0%), end: (75%, 0%))
#show terms.item: it => block[#strong(it.term) #block(inset: (left: 1.5em, top: -0.4em))[#it.description]]
#show figure.where(kind: table): set figure.caption(position: top)
$if(title)$
#set document(title: [$title$])
#align(center, block(text(size: 1.7em, weight: "bold")[$title$]))
$endif$
$if(subtitle)$
#align(center, block(text(size: 1.25em)[$subtitle$]))
$endif$
$if(author)$
#align(center, block[$for(author)$$if(author.name)$$author.name$$else$$author$$endif$$sep$, $endfor$])
$endif$
$if(date)$
#align(center, block[$date$])
$endif$
$if(abstract)$
#block(inset: (x: 2em, y: 1em))[$abstract$]
$endif$
$if(toc)$
#outline(title: auto, depth: 3)
$endif$

$body$
`;
