// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreLostFocus } from '../../../src/ui/kit/restore-lost-focus.ts'

let stop = () => {}
let root: HTMLElement
const byId = (id: string) => document.getElementById(id)!
const waitForFrames = async (n = 3) => {
  for (let left = n; left > 0; left--) await new Promise((done) => requestAnimationFrame(done))
}
const focusedId = () => document.activeElement?.id

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
  root = byId('app')
  stop = restoreLostFocus(root)
})
afterEach(() => stop())

test('focuses the next row when the focused row is removed', async () => {
  byId('b2').focus()
  byId('b').remove()
  await waitForFrames()
  expect(focusedId()).toBe('c1')
})

test('restores the focus although the page changes in every frame, as a progress display does', async () => {
  byId('b2').focus()
  byId('b').remove()
  for (let frame = 0; frame < 120 && focusedId() !== 'c1'; frame++) {
    byId('list').after(`${frame} %`)
    await waitForFrames(1)
  }
  expect(focusedId()).toBe('c1')
})

test('focuses the previous row when the focused last row is removed', async () => {
  byId('c2').focus()
  byId('c').remove()
  await waitForFrames()
  expect(focusedId()).toBe('b2')
})

test('focuses the element after the list when all rows are removed', async () => {
  byId('a2').focus()
  for (const id of ['a', 'b', 'c']) byId(id).remove()
  await waitForFrames()
  expect(focusedId()).toBe('after')
})

test('focuses the element after the list when the focused row and then the list are removed', async () => {
  byId('b1').focus()
  byId('b').remove()
  byId('list').remove()
  await waitForFrames()
  expect(focusedId()).toBe('after')
})

test('focuses the element that replaces the focused row', async () => {
  byId('b2').focus()
  const other = document.createElement('li')
  other.innerHTML = '<button id="new">Undo</button>'
  byId('b').replaceWith(other)
  await waitForFrames()
  expect(focusedId()).toBe('new')
})

test('focuses the title when the whole page was replaced', async () => {
  root.innerHTML = '<main><h1 id="old">New asset</h1><form><button id="in">Upload</button></form></main>'
  byId('in').focus()
  root.querySelector('main')!.innerHTML = '<h1 id="title">New assets</h1><button id="discard">Discard</button>'
  await waitForFrames()
  expect(focusedId()).toBe('title')
})

test('skips a closed combobox after the removed row, because focus would open its suggestions', async () => {
  const field = document.createElement('input')
  field.id = 'field'
  field.setAttribute('role', 'combobox')
  byId('b').after(field)
  byId('b2').focus()
  byId('b').remove()
  await waitForFrames()
  expect(focusedId()).toBe('c1')
})

test('focuses a combobox after the removed row if its suggestions are already open', async () => {
  const field = document.createElement('input')
  field.id = 'field'
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-expanded', 'true')
  byId('b').after(field)
  byId('b2').focus()
  byId('b').remove()
  await waitForFrames()
  expect(focusedId()).toBe('field')
})

test('returns the focus to the focused element after the element is moved in the document', async () => {
  byId('a1').focus()
  byId('list').append(byId('a'))
  expect(focusedId()).toBe('')
  await waitForFrames()
  expect(focusedId()).toBe('a1')
})

test('focuses the next control when the focused control is disabled', async () => {
  byId('b1').focus()
  byId('b1').setAttribute('disabled', '')
  await waitForFrames()
  expect(focusedId()).toBe('b2')
})

test('does not change the focus if the page has already focused another element', async () => {
  byId('b2').focus()
  byId('b').remove()
  byId('before').focus()
  await waitForFrames()
  expect(focusedId()).toBe('before')
})

test('restores the focus of a removed row only after the open dialog is closed', async () => {
  byId('b2').focus()
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.innerHTML = '<button id="yes">Remove</button>'
  document.body.append(dialog)
  byId('yes').focus()
  byId('b').remove()
  await waitForFrames()
  expect(focusedId()).toBe('yes')
  dialog.remove()
  await waitForFrames()
  expect(focusedId()).toBe('c1')
})

test('does not restore a focus that was lost by a press outside of controls', async () => {
  byId('b2').focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  byId('b2').blur()
  byId('b').remove()
  await waitForFrames()
  expect(focusedId()).toBe('')
})

test('does not restore the focus of a blurred element after unrelated changes of the page', async () => {
  byId('b2').focus()
  byId('b2').blur()
  document.body.append(document.createElement('p'))
  await waitForFrames()
  expect(focusedId()).toBe('')
})

test('focuses the next row when the focused element is pressed and its row is then removed', async () => {
  byId('b2').focus()
  byId('b2').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  byId('b').remove()
  await waitForFrames()
  expect(focusedId()).toBe('c1')
})

test('does not restore the focus after restoreLostFocus is stopped', async () => {
  stop()
  byId('b2').focus()
  byId('b').remove()
  await waitForFrames()
  expect(focusedId()).toBe('')
})
