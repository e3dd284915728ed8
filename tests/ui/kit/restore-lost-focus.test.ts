// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreLostFocus } from '../../../src/ui/kit/restore-lost-focus.ts'

let stop = () => {}
let root: HTMLElement
const at = (id: string) => document.getElementById(id)!
const frames = async (n = 3) => {
  for (let left = n; left > 0; left--) await new Promise((done) => requestAnimationFrame(done))
}
const focused = () => document.activeElement?.id

beforeEach(() => {
  document.body.innerHTML = `
    <div id="app">
      <button id="before">Before</button>
      <ul id="list">
        <li id="a"><button id="a1">A</button><button id="a2">Remove A</button></li>
        <li id="b"><button id="b1">B</button><button id="b2">Remove B</button></li>
        <li id="c"><button id="c1">C</button><button id="c2">Remove C</button></li>
      </ul>
      <p>Words</p>
      <button id="after">After</button>
    </div>`
  root = at('app')
  stop = restoreLostFocus(root)
})
afterEach(() => stop())

test('focuses the next row when the focused row is removed', async () => {
  at('b2').focus()
  at('b').remove()
  await frames()
  expect(focused()).toBe('c1')
})

test('restores the focus although the page changes in every frame, as a progress display does', async () => {
  at('b2').focus()
  at('b').remove()
  for (let frame = 0; frame < 120 && focused() !== 'c1'; frame++) {
    at('list').after(`${frame} %`)
    await frames(1)
  }
  expect(focused()).toBe('c1')
})

test('focuses the previous row when the focused last row is removed', async () => {
  at('c2').focus()
  at('c').remove()
  await frames()
  expect(focused()).toBe('b2')
})

test('focuses the element after the list when all rows are removed', async () => {
  at('a2').focus()
  for (const id of ['a', 'b', 'c']) at(id).remove()
  await frames()
  expect(focused()).toBe('after')
})

test('focuses the element after the list when the focused row and then the list are removed', async () => {
  at('b1').focus()
  at('b').remove()
  at('list').remove()
  await frames()
  expect(focused()).toBe('after')
})

test('focuses the element that replaces the focused row', async () => {
  at('b2').focus()
  const other = document.createElement('li')
  other.innerHTML = '<button id="new">Undo</button>'
  at('b').replaceWith(other)
  await frames()
  expect(focused()).toBe('new')
})

test('focuses the title when the whole page was replaced', async () => {
  root.innerHTML = '<main><h1 id="old">New asset</h1><form><button id="in">Upload</button></form></main>'
  at('in').focus()
  root.querySelector('main')!.innerHTML = '<h1 id="title">New assets</h1><button id="discard">Discard</button>'
  await frames()
  expect(focused()).toBe('title')
})

test('skips a closed combobox after the removed row, because focus would open its suggestions', async () => {
  const field = document.createElement('input')
  field.id = 'field'
  field.setAttribute('role', 'combobox')
  at('b').after(field)
  at('b2').focus()
  at('b').remove()
  await frames()
  expect(focused()).toBe('c1')
})

test('focuses a combobox after the removed row if its suggestions are already open', async () => {
  const field = document.createElement('input')
  field.id = 'field'
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-expanded', 'true')
  at('b').after(field)
  at('b2').focus()
  at('b').remove()
  await frames()
  expect(focused()).toBe('field')
})

test('returns the focus to the focused element after it is moved in the document', async () => {
  at('a1').focus()
  at('list').append(at('a'))
  expect(focused()).toBe('')
  await frames()
  expect(focused()).toBe('a1')
})

test('focuses the next control when the focused one is disabled', async () => {
  at('b1').focus()
  at('b1').setAttribute('disabled', '')
  await frames()
  expect(focused()).toBe('b2')
})

test('does not change the focus if the page has already moved it to another element', async () => {
  at('b2').focus()
  at('b').remove()
  at('before').focus()
  await frames()
  expect(focused()).toBe('before')
})

test('restores the focus of a removed row only after the open dialog is closed', async () => {
  at('b2').focus()
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.innerHTML = '<button id="yes">Remove</button>'
  document.body.append(dialog)
  at('yes').focus()
  at('b').remove()
  await frames()
  expect(focused()).toBe('yes')
  dialog.remove()
  await frames()
  expect(focused()).toBe('c1')
})

test('does not restore a focus that was lost by a press outside of controls', async () => {
  at('b2').focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  at('b2').blur()
  at('b').remove()
  await frames()
  expect(focused()).toBe('')
})

test('does not restore the focus of a blurred element after unrelated changes of the page', async () => {
  at('b2').focus()
  at('b2').blur()
  document.body.append(document.createElement('p'))
  await frames()
  expect(focused()).toBe('')
})

test('focuses the next row when the focused element is pressed and its row is then removed', async () => {
  at('b2').focus()
  at('b2').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  at('b').remove()
  await frames()
  expect(focused()).toBe('c1')
})

test('does not restore the focus after restoreLostFocus is stopped', async () => {
  stop()
  at('b2').focus()
  at('b').remove()
  await frames()
  expect(focused()).toBe('')
})
