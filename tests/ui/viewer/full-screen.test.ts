// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { isFullScreen } from '../../../src/ui/viewer/full-screen.ts'

test.each(['the page', 'a shadow tree'])('what fills the screen is known in %s', (place) => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = place === 'the page' ? document : host.attachShadow({ mode: 'open' })
  const inside = (root === document ? host : root).appendChild(document.createElement('div'))
  expect(isFullScreen(inside)).toBe(false)
  Object.defineProperty(root, 'fullscreenElement', { value: inside, configurable: true })
  expect([isFullScreen(inside), isFullScreen(host)]).toEqual([true, false])
  Reflect.deleteProperty(root, 'fullscreenElement')
})
