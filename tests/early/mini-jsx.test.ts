// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { createElement, type DeferredViews, Fragment, jsx, renderToFragment } from '../../src/early/mini-jsx.ts'

const Row = ({ name }: { name: string }) =>
  jsx(Fragment, {
    children: [
      jsx('a', { className: 'name', href: '/assets/1', onClick: () => {}, ref: {}, children: name }),
      jsx('input', { type: 'checkbox', checked: false, disabled: true, 'aria-label': 'Select' }),
      jsx('button', { 'aria-expanded': false, 'data-active': undefined, title: null, children: [1, false, null] }),
    ],
  })

const renderView = (view: unknown): HTMLElement => {
  const box = document.createElement('div')
  box.append(renderToFragment(view as ReactNode))
  return box
}

test('renders texts and attributes as React does, without handlers and refs', () => {
  const { innerHTML } = renderView(jsx(Row as never, { name: '<img src=x onerror=alert(1)> & "Tide"' }))
  expect(innerHTML).toBe(
    '<a class="name" href="/assets/1">&lt;img src=x onerror=alert(1)&gt; &amp; "Tide"</a>' +
      '<input type="checkbox" disabled="" aria-label="Select"><button aria-expanded="false">1</button>',
  )
})

test('sets styles by property, numbers in pixels, and creates icons as SVG elements', () => {
  const glyph = createElement('svg', { viewBox: '0 0 256 256', xmlns: 'x' }, createElement('path', { d: 'M0 0' }))
  const box = renderView(jsx('span', { style: { fontSize: 9, width: undefined, opacity: '0.5' }, children: glyph }))
  const span = box.firstElementChild as HTMLElement
  expect([span.style.fontSize, span.style.width, span.style.opacity]).toEqual(['9px', '', '0.5'])
  const path = span.querySelector('path')!
  expect(path.namespaceURI).toBe('http://www.w3.org/2000/svg')
  expect(path.parentElement!.getAttribute('viewBox')).toBe('0 0 256 256')
})

test('renders htmlFor and tabIndex as the HTML attributes for and tabindex', () => {
  expect(renderView(jsx('label', { htmlFor: 'email', tabIndex: -1 })).innerHTML).toBe(
    '<label for="email" tabindex="-1"></label>',
  )
})

const Time = () => jsx('time', { children: 'now' })
const Line = ({ index }: { index: number }) => jsx('li', { children: [index, ' ', jsx(Time as never, {})] })

test('omits a deferred component at first, and renders the component in its place later', () => {
  const deferredViews: DeferredViews = {
    canDefer: (type, { index }) => type === Time || index === 1,
    deferred: [],
  }
  const lines = [0, 1, 2].map((index) => jsx(Line as never, { index }))
  const box = document.createElement('ul')
  box.append(renderToFragment(lines as unknown as ReactNode, deferredViews))
  expect(box.innerHTML).toBe('<li>0 </li><li>2 </li>')
  for (const draw of deferredViews.deferred) draw()
  expect(box.innerHTML).toBe('<li>0 <time>now</time></li><li>1 <time>now</time></li><li>2 <time>now</time></li>')
})
