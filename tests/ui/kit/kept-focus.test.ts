// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFocus } from '../../../src/ui/kit/kept-focus.ts'

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
  stop = keepFocus(root)
})
afterEach(() => stop())

test('where a row goes with the focus in it, the row behind it has it', async () => {
  at('b2').focus()
  at('b').remove()
  await frames()
  expect(focused()).toBe('c1')
})

test('where the last row goes, the row before it has the focus', async () => {
  at('c2').focus()
  at('c').remove()
  await frames()
  expect(focused()).toBe('b2')
})

test('where nothing of the list is left, what stands behind it has the focus', async () => {
  at('a2').focus()
  for (const id of ['a', 'b', 'c']) at(id).remove()
  await frames()
  expect(focused()).toBe('after')
})

test('where the list goes after its row, what stood behind the list has the focus', async () => {
  at('b1').focus()
  at('b').remove()
  at('list').remove()
  await frames()
  expect(focused()).toBe('after')
})

test('what comes into the place of what had the focus has it', async () => {
  at('b2').focus()
  const other = document.createElement('li')
  other.innerHTML = '<button id="new">Undo</button>'
  at('b').replaceWith(other)
  await frames()
  expect(focused()).toBe('new')
})

test('where the whole page became another, its title has the focus', async () => {
  root.innerHTML = '<main><h1 id="old">New asset</h1><form><button id="in">Upload</button></form></main>'
  at('in').focus()
  root.querySelector('main')!.innerHTML = '<h1 id="title">New assets</h1><button id="discard">Discard</button>'
  await frames()
  expect(focused()).toBe('title')
})

test('a field of suggestions, which would open them, is not led to', async () => {
  const field = document.createElement('input')
  field.id = 'field'
  field.setAttribute('role', 'combobox')
  at('b').after(field)
  at('b2').focus()
  at('b').remove()
  await frames()
  expect(focused()).toBe('c1')
})

test('a field whose suggestions stand open anyway is led to', async () => {
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

test('what is moved keeps the focus', async () => {
  at('a1').focus()
  at('list').append(at('a'))
  expect(focused()).toBe('')
  await frames()
  expect(focused()).toBe('a1')
})

test('what can be used no more hands the focus on', async () => {
  at('b1').focus()
  at('b1').setAttribute('disabled', '')
  await frames()
  expect(focused()).toBe('b2')
})

test('what is led elsewhere meanwhile stays there', async () => {
  at('b2').focus()
  at('b').remove()
  at('before').focus()
  await frames()
  expect(focused()).toBe('before')
})

test('while a dialog is open it has the focus, and what went meanwhile hands it on once the dialog is gone', async () => {
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

test('who pressed beside everything is not led anywhere', async () => {
  at('b2').focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  at('b2').blur()
  at('b').remove()
  await frames()
  expect(focused()).toBe('')
})

test('focus that was let go is not taken back by what changes elsewhere', async () => {
  at('b2').focus()
  at('b2').blur()
  document.body.append(document.createElement('p'))
  await frames()
  expect(focused()).toBe('')
})

test('what is pressed again keeps its place for when it goes', async () => {
  at('b2').focus()
  at('b2').dispatchEvent(new Event('pointerdown', { bubbles: true }))
  at('b').remove()
  await frames()
  expect(focused()).toBe('c1')
})

test('what was stopped leads nowhere', async () => {
  stop()
  at('b2').focus()
  at('b').remove()
  await frames()
  expect(focused()).toBe('')
})
