/** Hands a text to the person as a file. */
export function saveText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // A browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const SHOWN = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font', 'opacity', 'paint-order'] as const

/** A drawing as a file of its own: it looks as it does here, and nothing in it can be pressed. */
export function svgText(drawing: SVGSVGElement | null | undefined): string {
  if (!drawing) return ''
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const [here, there] = [drawing, copy].map((it) => [it, ...it.querySelectorAll('*')])
  for (const [at, element] of there!.entries()) {
    const look = getComputedStyle(here![at]!)
    for (const name of SHOWN) {
      const value = look.getPropertyValue(name)
      if (value) element.setAttribute(name, value)
    }
    for (const name of ['class', 'tabindex', 'role', 'aria-selected']) element.removeAttribute(name)
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new XMLSerializer().serializeToString(copy)
}
