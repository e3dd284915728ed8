import { expect, type Locator, type Page } from '@playwright/test'

/** How many presses of Tab somebody makes before they give up. */
const PATIENCE = 60

/** A person without a mouse: presses keys, looks where the focus is after each, and counts. */
export class Keyboard {
  /** Presses of keys that are no letters, and letters typed. */
  presses = 0
  letters = 0
  /** Where the focus was lost, hidden or could not be seen, with the press that led there. */
  readonly faults: string[] = []

  constructor(readonly page: Page) {}

  /** Presses a key, and looks where the focus is once the page has come to rest. */
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

  /** Goes by `key` until the focus is on `target` or within it, and tells by how many presses. */
  async reach(target: Locator, key = 'Tab'): Promise<number> {
    for (let n = 0; n <= PATIENCE; n++) {
      if (await this.isAt(target)) {
        return n
      }
      await this.press(key)
    }
    throw new Error(`${key} does not lead to ${target}, but to ${await this.where()}`)
  }

  async isAt(target: Locator): Promise<boolean> {
    const all = await target.all()
    for (const one of all)
      if (await one.evaluate((it) => it.contains(document.activeElement)).catch(() => false)) return true
    return false
  }

  /** What has the focus, as a person would say it. */
  where(): Promise<string> {
    return this.page.evaluate(() => {
      const it = document.activeElement
      return `${it?.tagName.toLowerCase()} “${(it?.getAttribute('aria-label') ?? it?.textContent ?? '').trim().slice(0, 40)}”`
    })
  }

  /** Notes where the focus is nowhere, out of sight, under something else, or does not show. */
  async look(by: string): Promise<void> {
    const seen = () => this.page.evaluate(faultOfFocus)
    // What is led there by the page itself comes a moment later.
    await expect
      .poll(seen, { timeout: 2_000, intervals: [20, 50, 100, 200, 400] })
      .toBe('')
      .catch(async () => {
        this.faults.push(`${by} on ${new URL(this.page.url()).pathname}: ${await seen()} (${await this.where()})`)
      })
  }
}

function faultOfFocus(): string {
  const own = document.activeElement
  if (!own || own === document.body) return 'the focus is lost'
  const box = own.getBoundingClientRect()
  if (box.width === 0 || box.height === 0) return 'what has the focus is not drawn'
  // Where a title or the whole page has it, people see where they are without a ring.
  if (
    own.matches(
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
  const label = own.id ? document.querySelector(`label[for="${own.id}"]`) : null
  const isOwn = (hit: Element | null) =>
    hit !== null &&
    (own.contains(hit) || hit.contains(own) || label?.contains(hit) || own.closest('label')?.contains(hit))
  if (!hits.some(isOwn)) return 'the focus is covered'
  const shows = (it: Element, pseudo?: string) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(it, pseudo)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0 && !/, 0\)|transparent/.test(outlineColor)
  }
  // Of a field that is all a dialog is for, the caret shows it.
  if (own.matches('[role=dialog] [role=combobox]')) return ''
  // Items of menus and lists show it by their ground.
  if (own.matches('[role^=menuitem], [role=option], [role=tab]')) return ''
  for (let at: Element | null = own, n = 0; at && n < 5; at = at.parentElement, n++) if (shows(at)) return ''
  // A box that is drawn beside the control it stands for.
  for (const sibling of own.parentElement?.children ?? []) if (shows(sibling)) return ''
  return 'the focus does not show'
}
