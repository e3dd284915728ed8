// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AssetPreview } from '../../../../src/ui/asset-list/preview/AssetPreview.tsx'
import { createAsset } from '../../../support/create-asset.ts'
import { showInRouter } from '../../list/cells.tsx'

const cap = createAsset({ id: 'a1', name: 'Ferry Cap', type: 'headwear', gender: 'female', locked: true })
const capWithStats = { ...cap, stats: { ...cap.stats, bytes: 344_900, triangles: 10_590 } }

async function show() {
  const onClose = vi.fn()
  const loadViewerMessages = vi.fn(() => Promise.reject(new Error('offline')))
  await showInRouter(<AssetPreview asset={capWithStats} loadViewerMessages={loadViewerMessages} onClose={onClose} />)
  return {
    onClose,
    loadViewerMessages,
    panel: within(screen.getByRole('complementary', { name: 'Preview of Ferry Cap' })),
  }
}

test('shows the facts of an asset immediately, and links the asset’s name to the asset page', async () => {
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

test('requests the viewer after a delay, and shows no viewer if loading fails', async () => {
  const { loadViewerMessages, panel } = await show()
  expect(loadViewerMessages).not.toHaveBeenCalled()
  await waitFor(() => expect(loadViewerMessages).toHaveBeenCalledTimes(1))
  await Promise.resolve()
  expect(panel.queryByRole('img', { name: /Model of/ })).toBeNull()
})

test('the preview closes by its button and on Escape, unless another element has handled the key', async () => {
  const { onClose } = await show()
  const handledEscape = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })
  handledEscape.preventDefault()
  document.dispatchEvent(handledEscape)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Close preview' }))
  expect(onClose).toHaveBeenCalledTimes(2)
})
