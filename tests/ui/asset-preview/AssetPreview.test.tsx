// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AssetPreview } from '../../../src/ui/asset-preview/AssetPreview.tsx'
import { assetWith } from '../../support/assets.ts'
import { showInRouter } from '../list/cells.tsx'

afterEach(cleanup)

const cap = assetWith({ id: 'a1', name: 'Ferry Cap', type: 'headwear', gender: 'female', locked: true })
const shown = { ...cap, stats: { ...cap.stats, bytes: 344_900, triangles: 10_590 } }

async function show() {
  const closed = vi.fn()
  const learn = vi.fn(() => Promise.reject(new Error('offline')))
  await showInRouter(<AssetPreview asset={shown} learn={learn} onClose={closed} />)
  return { closed, learn, panel: within(screen.getByRole('complementary', { name: 'Preview of Ferry Cap' })) }
}

test('the facts of an asset are there at once, and its name leads to its page', async () => {
  const { panel } = await show()
  const facts = panel.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(facts.slice(0, 5)).toEqual([
    ['Type', 'Headwear'],
    ['Gender', 'Female'],
    ['Size', '336.8 KB'],
    ['Triangles', '10,590'],
    ['Lock', 'Locked'],
  ])
  expect(panel.getByRole('link', { name: 'Ferry Cap' }).getAttribute('href')).toBe('/assets/a1')
})

test('what the viewer needs is fetched once people stay; where it cannot be had the picture stays', async () => {
  const { learn, panel } = await show()
  expect(learn).not.toHaveBeenCalled()
  await waitFor(() => expect(learn).toHaveBeenCalledTimes(1))
  await Promise.resolve()
  expect(panel.queryByRole('img', { name: /Model of/ })).toBeNull()
})

test('Escape and its button close it; an Escape that something else took does not', async () => {
  const { closed } = await show()
  const taken = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })
  taken.preventDefault()
  document.dispatchEvent(taken)
  expect(closed).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(closed).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Close preview' }))
  expect(closed).toHaveBeenCalledTimes(2)
})
