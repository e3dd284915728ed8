declare const __VIEWER_STYLE__: string | undefined

let sheet: CSSStyleSheet | undefined

/**
 * Adds the viewer's style sheet to a page or shadow tree, once. A constructed style sheet is not inline style, so even the
 * strictest `style-src` policy permits it. Does nothing in an app that bundles the viewer itself.
 */
export function adoptStyle(root: DocumentOrShadowRoot, extraCss = ''): void {
  if (typeof __VIEWER_STYLE__ !== 'string') return
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(__VIEWER_STYLE__)
  }
  if (root.adoptedStyleSheets.includes(sheet)) return
  root.adoptedStyleSheets.push(sheet)
  if (!extraCss) return
  const extraSheet = new CSSStyleSheet()
  extraSheet.replaceSync(extraCss)
  root.adoptedStyleSheets.push(extraSheet)
}
