import type { Page } from '@playwright/test'

/**
 * Returns the texts that do not fit, with their elements: texts that a container cuts off, that overflow their own button, or
 * that are outside the window. A text cut by an ellipsis is accepted if a `title` has the full text. Scroll containers
 * (`overflow: auto`) are accepted, but the page as a whole must not scroll sideways.
 */
export const findClippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS = 'button, a, [role=tab], [role=radio], [role=option], [role=menuitem], th, label, kbd, h1, h2, h3'
    const CONTAINERS = 'main, main > *, [role=dialog], [role=alertdialog], [role=menu], [role=toolbar]'
    const found = new Set<string>()
    const describeElement = (element: Element) => {
      const { className } = element
      return `${element.tagName.toLowerCase()}.${typeof className === 'string' ? className.split(' ')[0] : ''}`
    }
    const isVisible = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getClientRects().length > 0
    // Visually hidden text for screen readers.
    const isVisuallyHidden = (element: Element) => {
      for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
        const { clip, clipPath, position } = getComputedStyle(ancestor)
        if (position === 'absolute' && (clip !== 'auto' || clipPath.startsWith('inset(50%)'))) return true
      }
      return false
    }
    const isInlineInParagraph = (element: Element) =>
      element.closest('p') !== null && getComputedStyle(element).display === 'inline'
    const hasFullTextInTitle = (element: Element) => element.closest('[title]')?.getAttribute('title') !== undefined
    const addFinding = (element: Element, problem: string, text: string) =>
      found.add(`${problem}: “${text}” in ${describeElement(element)}`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (
        !text ||
        !parent ||
        parent.closest('svg, script, style, noscript, canvas') ||
        !isVisible(parent) ||
        isVisuallyHidden(parent)
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, top, ...edges } = range.getBoundingClientRect().toJSON() as Record<
        'left' | 'top' | 'right' | 'bottom',
        number
      >
      let { right, bottom } = edges
      if (right - left < 1) continue
      const control = parent.closest(CONTROLS)
      if (control && getComputedStyle(control).display !== 'inline') {
        const box = control.getBoundingClientRect()
        if (left < box.left - 1 || right > box.right + 1 || top < box.top - 2 || bottom > box.bottom + 2)
          if (!hasFullTextInTitle(parent)) addFinding(parent, 'overflows its control', text)
      }
      const container = parent.closest('li, tr, label, header')
      for (const other of container?.querySelectorAll('button, a, input, [role=switch], [data-size]') ?? []) {
        if (
          other.contains(parent) ||
          parent.contains(other) ||
          control?.contains(other) ||
          !isVisible(other) ||
          isVisuallyHidden(other)
        )
          continue
        if (getComputedStyle(other).position === 'absolute' || other.closest('[aria-hidden=true]')) continue
        // Boxes of inline elements that wrap within a paragraph may overlap, although their texts do not.
        if (isInlineInParagraph(parent) && isInlineInParagraph(other) && parent.closest('p') === other.closest('p'))
          continue
        const box = other.getBoundingClientRect()
        // A name clamped to two lines hides its third line.
        const clamp = other.parentElement && getComputedStyle(other.parentElement).webkitLineClamp !== 'none'
        if (clamp) box.height = Math.min(box.bottom, other.parentElement.getBoundingClientRect().bottom) - box.top
        if (box.width < 4 || getComputedStyle(other).opacity === '0') continue
        // A text with an ellipsis ends at the ellipsis.
        const end = hasFullTextInTitle(parent) ? Math.min(right, parent.getBoundingClientRect().right) : right
        const visibleWidth = Math.min(end, box.right) - Math.max(left, box.left)
        if (visibleWidth > 2 && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 4)
          addFinding(parent, `overlaps ${describeElement(other)}`, text)
      }
      for (let ancestor: Element | null = parent; ancestor; ancestor = ancestor.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position, flexWrap } = getComputedStyle(ancestor)
        const box = ancestor.getBoundingClientRect()
        // Items that do not fit into a one-line `flex-wrap` container wrap below its lower edge, which hides the items.
        if (flexWrap === 'wrap' && overflowY === 'hidden' && top >= box.bottom - 1) break
        if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') break
        const isClipped = overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)
        const isCutBelow = overflowY !== 'visible' && (top < box.top - 2 || bottom > box.bottom + 2)
        const isEllipsed = (isClipped && textOverflow === 'ellipsis') || (isCutBelow && webkitLineClamp !== 'none')
        if (isEllipsed && hasFullTextInTitle(parent)) {
          // Outer containers only have to fit the part before the ellipsis.
          right = Math.min(right, box.right)
          bottom = Math.min(bottom, box.bottom)
        } else if (isClipped || isCutBelow) addFinding(ancestor, 'cut', text)
        if (position === 'fixed') break
      }
    }
    for (const field of document.querySelectorAll('input[placeholder], textarea[placeholder]')) {
      const input = field as HTMLInputElement
      if (!isVisible(input) || input.value !== '' || hasFullTextInTitle(input)) continue
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      const context = document.createElement('canvas').getContext('2d')
      if (!context) continue
      context.font = font
      const availableWidth = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (context.measureText(input.placeholder).width > availableWidth + 1) addFinding(input, 'cut', input.placeholder)
    }
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.add(`the page scrolls sideways: ${scrollWidth} px wide in ${innerWidth} px`)
    for (const element of document.querySelectorAll('body *')) {
      if (!isVisible(element) || isVisuallyHidden(element)) continue
      const { overflowX } = getComputedStyle(element)
      const isScroller = overflowX === 'auto' || overflowX === 'scroll'
      if (isScroller && element.scrollWidth > element.clientWidth + 1 && !element.querySelector('table, pre, textarea'))
        found.add(`scrolls sideways: ${describeElement(element)}`)
      const { left, right } = element.getBoundingClientRect()
      if (element.matches(CONTAINERS) && (left < -1 || right > innerWidth + 1))
        found.add(`outside the window: ${describeElement(element)}`)
    }
    return [...found]
  })
