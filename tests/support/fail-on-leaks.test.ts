import { expect, test } from 'vitest'
import { VIEW_LINE } from './fail-on-leaks.ts'

test.each([
  ['a function of a view', 'listener of resize at useSize (/atelier/src/ui/use-size.ts:20:5)', true],
  ['an effect without a name', 'setInterval at /atelier/src/inspector/Dock.tsx:120:14', true],
  ['code of a view outside functions', 'listener of online at /atelier/src/ui/kit/lazy-module.ts:124:1', false],
  ['the app', 'listener of online at listen (/atelier/src/app.ts:20:5)', false],
  ['a library', 'listener of focus at setUp (/atelier/node_modules/react-aria/src/ui.js:20:5)', false],
])('judges a leftover of %s', (_, line, counts) => {
  expect(VIEW_LINE.test(line)).toBe(counts)
})
