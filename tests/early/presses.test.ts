// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Press, pressOf } from '../../src/early/presses.ts'

/** A table of the first page and the app's, which knows the names by now. */
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

let place: HTMLElement
let next: HTMLElement
let presses: Press[]
/** What was pressed in the app: on what, and with which keys held. */
let heard: string[]
beforeEach(() => {
  document.body.innerHTML = '<div></div><div></div>'
  ;[place, next] = document.body.children as unknown as [HTMLElement, HTMLElement]
  place.innerHTML = tableOf('…')
  next.innerHTML = tableOf('<b>winter</b>')
  presses = []
  heard = []
  place.addEventListener('click', (event) => {
    const press = pressOf(place, event)
    if (press) presses.push(press)
  })
  next.addEventListener('click', ({ target, ctrlKey }) => {
    const it = target as HTMLElement
    const row = it.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? ''
    heard.push(`${ctrlKey ? 'Ctrl ' : ''}${it.localName} ${row}`.trim())
  })
})

const click = (what: string, options: MouseEventInit = {}) =>
  place.querySelector(what)!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...options }))
const handOn = () => {
  for (const { again } of presses) again(next)
  return heard
}

describe('a press on what hears none is handed on', () => {
  test.each([
    ['a picture, in the table', '[data-row=hat] img', 'img hat'],
    ['a picture, on a phone', 'li img', 'img boot'],
    ['the second line, on a phone', 'li p', 'p boot'],
    ['a cell whose words were not known', '[data-row=hat] td:last-child', 'td hat'],
    ['a button', 'th button', 'button'],
    ['a box of a row', '[data-row=hat] input', 'input hat'],
  ])('to %s', (_, what, on) => {
    click(what)
    expect(handOn()).toEqual([on])
  })

  test('with the keys that were held', () => {
    click('[data-row=hat] td:last-child', { ctrlKey: true })
    expect(handOn()).toEqual(['Ctrl td hat'])
  })

  test('once for a label, whose field the browser presses', () => {
    place.querySelector('label')!.click()
    expect(handOn()).toEqual(['input'])
    expect(next.querySelector<HTMLInputElement>('#all')!.checked).toBe(true)
  })

  test('but not where it is the browser’s, means nothing, or ends a selection of words', () => {
    place.querySelector('a')!.addEventListener('click', (event) => event.preventDefault())
    click('a')
    click('section')
    vi.stubGlobal('getSelection', () => 'winter')
    click('[data-row=hat] td:last-child')
    expect(presses).toEqual([])
    // Marked words keep nobody from a control.
    click('th button')
    click('[data-row=hat] input')
    vi.unstubAllGlobals()
    expect(handOn()).toEqual(['button', 'input hat'])
  })
})

test('several are one where nothing answers, and each counts where something does', () => {
  for (const what of ['th button', 'th button', '[data-row=cap] input', '[data-row=cap] td', '[data-row=hat] td'])
    click(what)
  const [once, again, box, one, other] = presses.map(({ on }) => on)
  expect([once === again, box, one === other, one === once]).toEqual([true, undefined, true, false])
})
