// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createElement, elementsOf, Fragment, jsx, type Later } from '../../src/early/elements.ts'

/** A view of two controls and a link. */
const Row = ({ name }: { name: string }) =>
  jsx(Fragment, {
    children: [
      jsx('a', { className: 'name', href: '/assets/1', onClick: () => {}, ref: {}, children: name }),
      jsx('input', { type: 'checkbox', checked: false, disabled: true, 'aria-label': 'Select' }),
      jsx('button', { 'aria-expanded': false, 'data-active': undefined, title: null, children: [1, false, null] }),
    ],
  })

const drawn = (view: unknown): HTMLElement => {
  const box = document.createElement('div')
  box.append(elementsOf(view as ReactNode))
  return box
}

test('views are drawn as React draws them: words as words, attributes as said, handlers and refs not at all', () => {
  const { innerHTML } = drawn(jsx(Row as never, { name: '<img src=x onerror=alert(1)> & "Tide"' }))
  expect(innerHTML).toBe(
    '<a class="name" href="/assets/1">&lt;img src=x onerror=alert(1)&gt; &amp; "Tide"</a>' +
      '<input type="checkbox" disabled="" aria-label="Select"><button aria-expanded="false">1</button>',
  )
})

test('styles are set on the object, in pixels where they are numbers, and glyphs are SVG', () => {
  const glyph = createElement('svg', { viewBox: '0 0 256 256', xmlns: 'x' }, createElement('path', { d: 'M0 0' }))
  const box = drawn(jsx('span', { style: { fontSize: 9, width: undefined, opacity: '0.5' }, children: glyph }))
  const span = box.firstElementChild as HTMLElement
  expect([span.style.fontSize, span.style.width, span.style.opacity]).toEqual(['9px', '', '0.5'])
  const path = span.querySelector('path')!
  expect(path.namespaceURI).toBe('http://www.w3.org/2000/svg')
  expect(path.parentElement!.getAttribute('viewBox')).toBe('0 0 256 256')
})

test('a label is tied to its field by the name that elements have for it', () => {
  expect(drawn(jsx('label', { htmlFor: 'email', tabIndex: -1 })).innerHTML).toBe(
    '<label for="email" tabindex="-1"></label>',
  )
})

const Time = () => jsx('time', { children: 'now' })
const Line = ({ index }: { index: number }) => jsx('li', { children: [index, ' ', jsx(Time as never, {})] })

test('a view that can wait leaves its place empty until it is drawn there, whole', () => {
  const later: Later = {
    canWait: (type, { index }) => type === Time || index === 1,
    waiting: [],
  }
  const lines = [0, 1, 2].map((index) => jsx(Line as never, { index }))
  const box = document.createElement('ul')
  box.append(elementsOf(lines as unknown as ReactNode, later))
  expect(box.innerHTML).toBe('<li>0 </li><li>2 </li>')
  for (const draw of later.waiting) draw()
  expect(box.innerHTML).toBe('<li>0 <time>now</time></li><li>1 <time>now</time></li><li>2 <time>now</time></li>')
})
