// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Variant } from '../../../src/api/contract/variants.ts'
import type { AssetPanelCalls } from '../../../src/ui/asset/asset-panel-calls.ts'
import { createAssetPage, press, showAsset, stubBrowserApis } from './support.tsx'

const scrolled: Element[] = []
beforeEach(() => {
  stubBrowserApis()
  scrolled.length = 0
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    scrolled.push(this)
  }
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const stats = { triangles: 2000, vertices: 900, textures: 1, bytes: 102_400 }
const variants = async (): Promise<Variant[]> => [
  {
    recipe: 'web',
    state: 'done',
    isModel: false,
    levels: [{ modelUrl: '/files/web.glb', before: stats, after: stats }],
  },
]

test('scrolls the compared version into view, and removes the version on “Stop comparing”', async () => {
  const view = await showAsset({ work: { variants } as unknown as AssetPanelCalls })
  await view.lastCall('load').resolve(createAssetPage({ name: 'Cap' }))
  const main = document.createElement('main')
  main.tabIndex = -1
  main.append(...document.body.childNodes)
  document.body.append(main)
  await press('Optimised versions')
  fireEvent.click(await screen.findByRole('button', { name: 'Compare with Web' }))
  expect(screen.getByText('Compared with Web')).toBeTruthy()
  const comparedStage = document.querySelector('[data-second]')!
  expect(comparedStage.parentElement?.dataset['beside']).toBe('side')
  expect(scrolled).toEqual([comparedStage])
  const endButton = screen.getByRole('button', { name: 'Stop comparing' })
  endButton.focus()
  fireEvent.click(endButton)
  expect(document.querySelector('[data-second]')).toBe(null)
  expect(document.activeElement).toBe(main)
  expect(screen.getByRole('button', { name: 'Compare with Web' }).getAttribute('aria-pressed')).toBe('false')
})
