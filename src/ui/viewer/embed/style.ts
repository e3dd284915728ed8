declare const __VIEWER_STYLE__: string | undefined

let sheet: CSSStyleSheet | undefined

/**
 * Gives a page or a shadow tree the viewer's style, once. A constructed sheet is no inline style, so the strictest
 * `style-src` lets it be. In an app that bundles the viewer itself there is nothing to give.
 */
export function adoptStyle(root: DocumentOrShadowRoot, more = ''): void {
  if (typeof __VIEWER_STYLE__ !== 'string') return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(__VIEWER_STYLE__)
  }
  if (root.adoptedStyleSheets.includes(sheet)) return
  root.adoptedStyleSheets.push(sheet)
  if (!more) return
  const own = new CSSStyleSheet()
  own.replaceSync(more)
  root.adoptedStyleSheets.push(own)
}
