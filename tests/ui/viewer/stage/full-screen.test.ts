// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { isFullScreen } from '../../../../src/ui/viewer/stage/full-screen.ts'

test.each(['the page', 'a shadow tree'])('detects the full-screen element in %s', (container) => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = container === 'the page' ? document : host.attachShadow({ mode: 'open' })
  const element = (root === document ? host : root).appendChild(document.createElement('div'))
  expect(isFullScreen(element)).toBe(false)
  Object.defineProperty(root, 'fullscreenElement', { value: element, configurable: true })
  expect([isFullScreen(element), isFullScreen(host)]).toEqual([true, false])
  Reflect.deleteProperty(root, 'fullscreenElement')
})
