import type { Page } from '@playwright/test'

/**
 * The texts that do not fit where they stand, each with its place: cut off by what holds them, hanging out of their own
 * button, or out of the window. A text that ends in an ellipsis is told whole by a `title`, and so is fit. What scrolls by
 * itself (`overflow: auto`) holds all that is in it, but the page as a whole may not scroll sideways.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const CONTROLS = 'button, a, [role=tab], [role=radio], [role=option], [role=menuitem], th, label, kbd, h1, h2, h3'
    const FRAMES = 'main, main > *, [role=dialog], [role=alertdialog], [role=menu], [role=toolbar]'
    const found = new Set<string>()
    const placeOf = (element: Element) => {
      const { className } = element
      return `${element.tagName.toLowerCase()}.${typeof className === 'string' ? className.split(' ')[0] : ''}`
    }
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getClientRects().length > 0
    // Read out, but drawn nowhere.
    const isForSpeech = (element: Element) => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { clip, clipPath, position } = getComputedStyle(at)
        if (position === 'absolute' && (clip !== 'auto' || clipPath.startsWith('inset(50%)'))) return true
      }
      return false
    }
    const isWord = (element: Element) => element.closest('p') !== null && getComputedStyle(element).display === 'inline'
    const isToldWhole = (element: Element) => element.closest('[title]')?.getAttribute('title') !== undefined
    const say = (element: Element, how: string, text: string) => found.add(`${how}: “${text}” in ${placeOf(element)}`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const own = node.parentElement
      if (!text || !own || own.closest('svg, script, style, noscript, canvas') || !isSeen(own) || isForSpeech(own))
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, top, ...far } = range.getBoundingClientRect().toJSON() as Record<
        'left' | 'top' | 'right' | 'bottom',
        number
      >
      let { right, bottom } = far
      if (right - left < 1) continue
      const control = own.closest(CONTROLS)
      if (control && getComputedStyle(control).display !== 'inline') {
        const box = control.getBoundingClientRect()
        if (left < box.left - 1 || right > box.right + 1 || top < box.top - 2 || bottom > box.bottom + 2)
          if (!isToldWhole(own)) say(own, 'hangs out', text)
      }
      const beside = own.closest('li, tr, label, header')
      for (const other of beside?.querySelectorAll('button, a, input, [role=switch], [data-size]') ?? []) {
        if (
          other.contains(own) ||
          own.contains(other) ||
          control?.contains(other) ||
          !isSeen(other) ||
          isForSpeech(other)
        )
          continue
        if (getComputedStyle(other).position === 'absolute' || other.closest('[aria-hidden=true]')) continue
        // Words of one paragraph follow each other, on as many lines as they need.
        if (isWord(own) && isWord(other) && own.closest('p') === other.closest('p')) continue
        const box = other.getBoundingClientRect()
        // A name of two lines has its third nowhere.
        const clamp = other.parentElement && getComputedStyle(other.parentElement).webkitLineClamp !== 'none'
        if (clamp) box.height = Math.min(box.bottom, other.parentElement.getBoundingClientRect().bottom) - box.top
        if (box.width < 4 || getComputedStyle(other).opacity === '0') continue
        // What is cut with an ellipsis ends where it is cut.
        const end = isToldWhole(own) ? Math.min(right, own.getBoundingClientRect().right) : right
        const across = Math.min(end, box.right) - Math.max(left, box.left)
        if (across > 2 && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 4)
          say(own, `runs into ${placeOf(other)}`, text)
      }
      for (let at: Element | null = own; at; at = at.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, position, flexWrap } = getComputedStyle(at)
        const box = at.getBoundingClientRect()
        // Left out whole, where what wraps has no further line.
        if (flexWrap === 'wrap' && overflowY === 'hidden' && top >= box.bottom - 1) break
        if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll') break
        const isCut = overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)
        const isCutBelow = overflowY !== 'visible' && (top < box.top - 2 || bottom > box.bottom + 2)
        const isEllipsed = (isCut && textOverflow === 'ellipsis') || (isCutBelow && webkitLineClamp !== 'none')
        if (isEllipsed && isToldWhole(own)) {
          // Around it there is only what the ellipsis left.
          right = Math.min(right, box.right)
          bottom = Math.min(bottom, box.bottom)
        } else if (isCut || isCutBelow) say(at, 'cut', text)
        if (position === 'fixed') break
      }
    }
    for (const field of document.querySelectorAll('input[placeholder], textarea[placeholder]')) {
      const input = field as HTMLInputElement
      if (!isSeen(input) || input.value !== '' || isToldWhole(input)) continue
      const { font, paddingLeft, paddingRight } = getComputedStyle(input)
      const pen = document.createElement('canvas').getContext('2d')
      if (!pen) continue
      pen.font = font
      const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      if (pen.measureText(input.placeholder).width > room + 1) say(input, 'cut', input.placeholder)
    }
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.add(`the page scrolls sideways: ${scrollWidth} in ${innerWidth}`)
    for (const element of document.querySelectorAll('body *')) {
      if (!isSeen(element) || isForSpeech(element)) continue
      const { overflowX } = getComputedStyle(element)
      const isScroller = overflowX === 'auto' || overflowX === 'scroll'
      if (isScroller && element.scrollWidth > element.clientWidth + 1 && !element.querySelector('table, pre, textarea'))
        found.add(`scrolls sideways: ${placeOf(element)}`)
      const { left, right } = element.getBoundingClientRect()
      if (element.matches(FRAMES) && (left < -1 || right > innerWidth + 1))
        found.add(`out of the window: ${placeOf(element)}`)
    }
    return [...found]
  })
