// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Variant } from '../../../src/api/contract/variants.ts'
import type { AssetWork } from '../../../src/ui/asset/asset-work.ts'
import { pageOf, press, showAsset, stubPage } from './support.tsx'

const scrolled: Element[] = []
beforeEach(() => {
  stubPage()
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

test('what is compared stands beside the model on the stage, which comes into sight, until that is ended', async () => {
  const shown = await showAsset({ work: { variants } as unknown as AssetWork })
  await shown.last('load').answer(pageOf({ name: 'Cap' }))
  const main = document.createElement('main')
  main.tabIndex = -1
  main.append(...document.body.childNodes)
  document.body.append(main)
  await press('Smaller versions')
  fireEvent.click(await screen.findByRole('button', { name: 'Compare with Web' }))
  expect(screen.getByText('Beside it: Web')).toBeTruthy()
  const second = document.querySelector('[data-second]')!
  expect(second.parentElement?.dataset['beside']).toBe('side')
  expect(scrolled).toEqual([second])
  const end = screen.getByRole('button', { name: 'End the comparison' })
  end.focus()
  fireEvent.click(end)
  expect(document.querySelector('[data-second]')).toBe(null)
  expect(document.activeElement).toBe(main)
  expect(screen.getByRole('button', { name: 'Compare with Web' }).getAttribute('aria-pressed')).toBe('false')
})
