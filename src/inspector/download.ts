export function downloadText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // The browser may still be reading the blob.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const COPIED_STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font', 'opacity', 'paint-order'] as const

/** Serialises a drawing as a standalone SVG file, with computed styles inlined and without interaction. */
export function serializeSvg(drawing: SVGSVGElement | null | undefined): string {
  if (!drawing) return ''
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const [originals, copies] = [drawing, copy].map((svg) => [svg, ...svg.querySelectorAll('*')])
  for (const [index, element] of copies!.entries()) {
    const computed = getComputedStyle(originals![index]!)
    for (const name of COPIED_STYLES) {
      const value = computed.getPropertyValue(name)
      if (value) element.setAttribute(name, value)
    }
    for (const name of ['class', 'tabindex', 'role', 'aria-selected']) element.removeAttribute(name)
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  return new XMLSerializer().serializeToString(copy)
}
