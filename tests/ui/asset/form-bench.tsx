import { act, fireEvent, screen, within } from '@testing-library/react'
import type { assetWith } from '../../support/assets.ts'
import { pageOf, saveButton, showAsset } from './support.tsx'

/** Times of versions after the one that is shown. */
export const LATER = '2026-11-03T08:00:00.000Z'
export const LATEST = '2026-11-04T08:00:00.000Z'

/** Shows an asset that has loaded. */
export async function open(
  values: Parameters<typeof assetWith>[0] = {},
  options: Parameters<typeof showAsset>[0] = {},
) {
  const shown = await showAsset(options)
  await shown.last('load').answer(pageOf(values))
  return shown
}

export const status = () => screen.queryByText('Saved just now')
export const isQuiet = () => saveButton().getAttribute('aria-disabled') === 'true'
export const form = () => document.querySelector<HTMLElement>('form[aria-label="Details"]')!
export const alert = () => within(form()).getByRole('alert')
export const submit = () => act(async () => void fireEvent.submit(form()))
export const chooseType = async (name: string) => {
  fireEvent.click(within(form()).getByRole('button', { name: /Type/ }))
  fireEvent.click(await screen.findByRole('option', { name }))
}
