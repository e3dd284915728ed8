import { expect, type Locator, type Page } from '@playwright/test'

const MAX_TAB_PRESSES = 60

/** Simulated user with only a keyboard. Presses keys, checks the focus after each press, and counts the presses. */
export class KeyboardUser {
  /** Number of presses of keys other than letters. */
  presses = 0
  letters = 0
  /** Focus faults found, each with the key press that caused it. */
  readonly faults: string[] = []

  constructor(readonly page: Page) {}

  /** Presses a key and checks the focus once the page has settled. */
  async press(key: string, times = 1): Promise<void> {
    for (let n = 0; n < times; n++) {
      this.presses += 1
      await this.page.keyboard.press(key)
    }
    await this.checkFocus(key)
  }

  async type(text: string): Promise<void> {
    this.letters += text.length
    await this.page.keyboard.type(text)
  }

  /** Presses `key` until `target` contains the focus. Returns the number of presses. Throws after `MAX_TAB_PRESSES`. */
  async moveFocusTo(target: Locator, key = 'Tab'): Promise<number> {
    for (let n = 0; n <= MAX_TAB_PRESSES; n++) {
      if (await this.hasFocus(target)) {
        return n
      }
      await this.press(key)
    }
    throw new Error(`${key} does not move the focus to ${target}, but to ${await this.describeFocus()}`)
  }

  async hasFocus(target: Locator): Promise<boolean> {
    const all = await target.all()
    for (const locator of all)
      if (await locator.evaluate((element) => element.contains(document.activeElement)).catch(() => false)) return true
    return false
  }

  describeFocus(): Promise<string> {
    return this.page.evaluate(() => {
      const focused = document.activeElement
      return `${focused?.tagName.toLowerCase()} “${(focused?.getAttribute('aria-label') ?? focused?.textContent ?? '').trim().slice(0, 40)}”`
    })
  }

  /** Records a fault if the focus is lost, off screen, covered or without a visible indicator. */
  async checkFocus(cause: string): Promise<void> {
    const findFault = () => this.page.evaluate(findFocusFault)
    // Polls, because the page may move the focus a moment after the key press.
    await expect
      .poll(findFault, { timeout: 2_000, intervals: [20, 50, 100, 200, 400] })
      .toBe('')
      .catch(async () => {
        this.faults.push(
          `${cause} on ${new URL(this.page.url()).pathname}: ${await findFault()} (${await this.describeFocus()})`,
        )
      })
  }
}

function findFocusFault(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'the focus is lost'
  const box = focused.getBoundingClientRect()
  if (box.width === 0 || box.height === 0) return 'the focused element has no size'
  // A focused title, dialog or page section needs no focus ring.
  if (
    focused.matches(
      'h1, h2, main, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], section, [role=region], ol, ul, iframe',
    )
  )
    return ''
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)]
  const [right, bottom] = [Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)]
  if (right - left < 2 || bottom - top < 2) return 'the focused element is outside the window'
  const topElements = [0.2, 0.5, 0.8].flatMap((x) =>
    [0.3, 0.5, 0.7].map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)),
  )
  const label = focused.id ? document.querySelector(`label[for="${focused.id}"]`) : null
  const belongsToFocused = (topElement: Element | null) =>
    topElement !== null &&
    (focused.contains(topElement) ||
      topElement.contains(focused) ||
      label?.contains(topElement) ||
      focused.closest('label')?.contains(topElement))
  if (!topElements.some(belongsToFocused)) return 'the focused element is covered'
  const hasOutline = (element: Element, pseudo?: string) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, pseudo)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && !/, 0\)|transparent/.test(outlineColor)
  }
  // In a dialog with a single field, the caret shows the focus.
  if (focused.matches('[role=dialog] [role=combobox]')) return ''
  // Items of menus and lists show the focus by their background.
  if (focused.matches('[role^=menuitem], [role=option], [role=tab]')) return ''
  for (let ancestor: Element | null = focused, n = 0; ancestor && n < 5; ancestor = ancestor.parentElement, n++)
    if (hasOutline(ancestor)) return ''
  // The styled box next to a visually hidden control shows the control's focus.
  for (const sibling of focused.parentElement?.children ?? []) if (hasOutline(sibling)) return ''
  return 'the focus is not visible'
}
