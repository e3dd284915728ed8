import type { Page } from '@playwright/test'

/**
 * Returns the texts that do not fit, with their elements: texts that a container cuts off, that overflow their own button, or
 * that are outside the window. A text cut by an ellipsis is accepted if a `title` has the full text. Scroll containers
 * (`overflow: auto`) are accepted, but the page as a whole must not scroll sideways.
 */
export const findClippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS = 'button, a, [role=tab], [role=radio], [role=option], [role=menuitem], th, label, kbd, h1, h2, h3'
    const FRAMES = 'main, main > *, [role=dialog], [role=alertdialog], [role=menu], [role=toolbar]'
    const found = new Set<string>()
    const describeElement = (element: Element) => {
      const { className } = element
      return `${element.tagName.toLowerCase()}.${typeof className === 'string' ? className.split(' ')[0] : ''}`
    }
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getClientRects().length > 0
    // Visually hidden text for screen readers.
    const isForSpeech = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { clip, clipPath, position } = getComputedStyle(at)
        if (position === 'absolute' && (clip !== 'auto' || clipPath.startsWith('inset(50%)'))) return true
      }
      return false
    }
    const isWord = (element: Element) => element.closest('p') !== null && getComputedStyle(element).display === 'inline'
    const isToldWhole = (element: Element) => element.closest('[title]')?.getAttribute('title') !== undefined
    const say = (element: Element, problem: string, text: string) =>
      found.add(`${problem}: “${text}” in ${describeElement(element)}`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      if (
        !text ||
        !parent ||
        parent.closest('svg, script, style, noscript, canvas') ||
        !isSeen(parent) ||
        isForSpeech(parent)
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, top, ...far } = range.getBoundingClientRect().toJSON() as Record<
        'left' | 'top' | 'right' | 'bottom',
        number
      >
      let { right, bottom } = far
      if (right - left < 1) continue
      const control = parent.closest(CONTROLS)
      if (control && getComputedStyle(control).display !== 'inline') {
        const box = control.getBoundingClientRect()
        if (left < box.left - 1 || right > box.right + 1 || top < box.top - 2 || bottom > box.bottom + 2)
          if (!isToldWhole(parent)) say(parent, 'hangs out', text)
      }
      const container = parent.closest('li, tr, label, header')
      for (const other of container?.querySelectorAll('button, a, input, [role=switch], [data-size]') ?? []) {
        if (
          other.contains(parent) ||
          parent.contains(other) ||
          control?.contains(other) ||
          !isSeen(other) ||
          isForSpeech(other)
        )
          continue
        if (getComputedStyle(other).position === 'absolute' || other.closest('[aria-hidden=true]')) continue
        // Boxes of inline elements that wrap within a paragraph may overlap, although their texts do not.
        if (isWord(parent) && isWord(other) && parent.closest('p') === other.closest('p')) continue
        const box = other.getBoundingClientRect()
        // A name clamped to two lines has no visible third line.
        const clamp = other.parentElement && getComputedStyle(other.parentElement).webkitLineClamp !== 'none'
        if (clamp) box.height = Math.min(box.bottom, other.parentElement.getBoundingClientRect().bottom) - box.top
        if (box.width < 4 || getComputedStyle(other).opacity === '0') continue
        // A text with an ellipsis ends at the ellipsis.
        const end = isToldWhole(parent) ? Math.min(right, parent.getBoundingClientRect().right) : right
        const visibleWidth = Math.min(end, box.right) - Math.max(left, box.left)
        if (visibleWidth > 2 && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 4)
          say(parent, `runs into ${describeElement(other)}`, text)
      }
      for (let at: Element | null = parent; at; at = at.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position, flexWrap } = getComputedStyle(at)
        const box = at.getBoundingClientRect()
        // A `flex-wrap` container of one line hides an item that does not fit: it wraps below the lower edge.
        if (flexWrap === 'wrap' && overflowY === 'hidden' && top >= box.bottom - 1) break
        if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') break
        const isClipped = overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)
        const isCutBelow = overflowY !== 'visible' && (top < box.top - 2 || bottom > box.bottom + 2)
        const isEllipsed = (isClipped && textOverflow === 'ellipsis') || (isCutBelow && webkitLineClamp !== 'none')
        if (isEllipsed && isToldWhole(parent)) {
          // Containers further out contain only the part before the ellipsis.
          right = Math.min(right, box.right)
          bottom = Math.min(bottom, box.bottom)
        } else if (isClipped || isCutBelow) say(at, 'cut', text)
        if (position === 'fixed') break
      }
    }
    for (const field of document.querySelectorAll('input[placeholder], textarea[placeholder]')) {
      const input = field as HTMLInputElement
      if (!isSeen(input) || input.value !== '' || isToldWhole(input)) continue
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      const context = document.createElement('canvas').getContext('2d')
      if (!context) continue
      context.font = font
      const availableWidth = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (context.measureText(input.placeholder).width > availableWidth + 1) say(input, 'cut', input.placeholder)
    }
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.add(`the page scrolls sideways: ${scrollWidth} in ${innerWidth}`)
    for (const element of document.querySelectorAll('body *')) {
      if (!isSeen(element) || isForSpeech(element)) continue
      const { overflowX } = getComputedStyle(element)
      const isScroller = overflowX === 'auto' || overflowX === 'scroll'
      if (isScroller && element.scrollWidth > element.clientWidth + 1 && !element.querySelector('table, pre, textarea'))
        found.add(`scrolls sideways: ${describeElement(element)}`)
      const { left, right } = element.getBoundingClientRect()
      if (element.matches(FRAMES) && (left < -1 || right > innerWidth + 1))
        found.add(`out of the window: ${describeElement(element)}`)
    }
    return [...found]
  })
