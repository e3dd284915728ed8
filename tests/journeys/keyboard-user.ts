import { expect, type Locator, type Page } from '@playwright/test'

const MAX_TAB_PRESSES = 60

/** Simulated user with only a keyboard. Presses keys, checks the focus after each press, and counts the presses. */
export class KeyboardUser {
  /** Number of presses of keys other than letters. */
  presses = 0
  letters = 0
  /** Faults found: a lost, hidden or invisible focus, and the key press that caused it. */
  readonly faults: string[] = []

  constructor(readonly page: Page) {}

  /** Presses a key and checks the focus once the page has settled. */
  async press(key: string, times = 1): Promise<void> {
    for (let n = 0; n < times; n++) {
      this.presses += 1
      await this.page.keyboard.press(key)
    }
    await this.look(key)
  }

  async type(text: string): Promise<void> {
    this.letters += text.length
    await this.page.keyboard.type(text)
  }

  /** Presses `key` until the focus is on `target` or inside it. Returns the number of presses. */
  async moveFocusTo(target: Locator, key = 'Tab'): Promise<number> {
    for (let n = 0; n <= MAX_TAB_PRESSES; n++) {
      if (await this.hasFocus(target)) {
        return n
      }
      await this.press(key)
    }
    throw new Error(`${key} does not lead to ${target}, but to ${await this.describeFocus()}`)
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
  async look(by: string): Promise<void> {
    const findFault = () => this.page.evaluate(findFocusFault)
    // If the page itself moves the focus, the focus arrives a moment later.
    await expect
      .poll(findFault, { timeout: 2_000, intervals: [20, 50, 100, 200, 400] })
      .toBe('')
      .catch(async () => {
        this.faults.push(
          `${by} on ${new URL(this.page.url()).pathname}: ${await findFault()} (${await this.describeFocus()})`,
        )
      })
  }
}

function findFocusFault(): string {
  const focused = document.activeElement
  if (!focused || focused === document.body) return 'the focus is lost'
  const box = focused.getBoundingClientRect()
  if (box.width === 0 || box.height === 0) return 'what has the focus is not drawn'
  // A focused title, dialog or page section is recognisable without a focus ring.
  if (
    focused.matches(
      'h1, h2, main, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], section, [role=region], ol, ul, iframe',
    )
  )
    return ''
  const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)]
  const [right, bottom] = [Math.min(innerWidth, box.right), Math.min(innerHeight, box.bottom)]
  if (right - left < 2 || bottom - top < 2) return 'the focus is out of sight'
  const hits = [0.2, 0.5, 0.8].flatMap((x) =>
    [0.3, 0.5, 0.7].map((y) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y)),
  )
  const label = focused.id ? document.querySelector(`label[for="${focused.id}"]`) : null
  const isOwn = (topElement: Element | null) =>
    topElement !== null &&
    (focused.contains(topElement) ||
      topElement.contains(focused) ||
      label?.contains(topElement) ||
      focused.closest('label')?.contains(topElement))
  if (!hits.some(isOwn)) return 'the focus is covered'
  const shows = (element: Element, pseudo?: string) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, pseudo)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && !/, 0\)|transparent/.test(outlineColor)
  }
  // In a dialog with a single field, the caret shows where the focus is.
  if (focused.matches('[role=dialog] [role=combobox]')) return ''
  // Items of menus and lists show the focus by their background.
  if (focused.matches('[role^=menuitem], [role=option], [role=tab]')) return ''
  for (let at: Element | null = focused, n = 0; at && n < 5; at = at.parentElement, n++) if (shows(at)) return ''
  // The focus of a visually hidden control is shown by the styled box next to the control.
  for (const sibling of focused.parentElement?.children ?? []) if (shows(sibling)) return ''
  return 'the focus does not show'
}
