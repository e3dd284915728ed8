// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ReplayablePress, toReplayablePress } from '../../src/early/press-replay.ts'

/** Markup of a list. `tags` is a placeholder in the prerendered page and the tag names in the app. */
const tableOf = (tags: string) => `
  <section tabindex="0">
    <button>Columns</button><label for="all">All of them</label><input type="checkbox" id="all" />
    <table><thead><tr><th><button>Name</button></th></tr></thead><tbody>
      ${['cap', 'hat'].map(
        (id) => `<tr data-row="${id}">
          <td><input type="checkbox" aria-label="Select ${id}" /></td>
          <td><span data-previews=""><img alt="" /></span><a href="/assets/${id}">${id}</a></td>
          <td>${tags}</td></tr>`,
      )}
    </tbody></table>
    <ul><li data-row="boot"><span data-previews=""><img alt="" /></span><a href="/assets/boot">Boot</a><p>top</p></li></ul>
  </section>`

let container: HTMLElement
let next: HTMLElement
let presses: ReplayablePress[]
/** Clicks received in the app: element and modifier keys. */
let clickedTargets: string[]
beforeEach(() => {
  document.body.innerHTML = '<div></div><div></div>'
  ;[container, next] = document.body.children as unknown as [HTMLElement, HTMLElement]
  container.innerHTML = tableOf('…')
  next.innerHTML = tableOf('<b>winter</b>')
  presses = []
  clickedTargets = []
  container.addEventListener('click', (event) => {
    const press = toReplayablePress(container, event)
    if (press) presses.push(press)
  })
  next.addEventListener('click', ({ target, ctrlKey }) => {
    const element = target as HTMLElement
    const row = element.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? ''
    clickedTargets.push(`${ctrlKey ? 'Ctrl ' : ''}${element.localName} ${row}`.trim())
  })
})

afterEach(() => vi.unstubAllGlobals())

const click = (selector: string, options: MouseEventInit = {}) =>
  container
    .querySelector(selector)!
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...options }))
const handOn = () => {
  for (const { replay } of presses) replay(next)
  return clickedTargets
}

describe('a click on the prerendered page is replayed', () => {
  test.each([
    ['a picture in the table', '[data-row=hat] img', 'img hat'],
    ['a picture on a phone', 'li img', 'img boot'],
    ['the second line of a row on a phone', 'li p', 'p boot'],
    ['a cell whose content was not loaded yet', '[data-row=hat] td:last-child', 'td hat'],
    ['a button', 'th button', 'button'],
    ['the checkbox of a row', '[data-row=hat] input', 'input hat'],
  ])('on %s', (_, selector, on) => {
    click(selector)
    expect(handOn()).toEqual([on])
  })

  test('with its modifier keys', () => {
    click('[data-row=hat] td:last-child', { ctrlKey: true })
    expect(handOn()).toEqual(['Ctrl td hat'])
  })

  test('once for a label, because the browser clicks its field', () => {
    container.querySelector('label')!.click()
    expect(handOn()).toEqual(['input'])
    expect(next.querySelector<HTMLInputElement>('#all')!.checked).toBe(true)
  })

  test('unless the browser handles the click, the click has no effect, or the click ends a text selection', () => {
    container.querySelector('a')!.addEventListener('click', (event) => event.preventDefault())
    click('a')
    click('section')
    vi.stubGlobal('getSelection', () => 'winter')
    click('[data-row=hat] td:last-child')
    expect(presses).toEqual([])
    // A text selection does not block clicks on controls.
    click('th button')
    click('[data-row=hat] input')
    vi.unstubAllGlobals()
    expect(handOn()).toEqual(['button', 'input hat'])
  })
})

test('clicks on a button share a target, clicks on any rows share another, and checkboxes have none', () => {
  for (const selector of ['th button', 'th button', '[data-row=cap] input', '[data-row=cap] td', '[data-row=hat] td'])
    click(selector)
  const [firstTarget, again, box, cell, other] = presses.map(({ target }) => target)
  expect([firstTarget === again, box, cell === other, cell === firstTarget]).toEqual([true, undefined, true, false])
})
