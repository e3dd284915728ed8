import { act, fireEvent, screen, within } from '@testing-library/react'
import type { createAsset } from '../../support/create-asset.ts'
import { createAssetPage, saveButton, showAsset } from './support.tsx'

export const LATER_TIME = '2026-11-03T08:00:00.000Z'
export const LATEST_TIME = '2026-11-04T08:00:00.000Z'

export async function openAsset(
  values: Parameters<typeof createAsset>[0] = {},
  options: Parameters<typeof showAsset>[0] = {},
) {
  const view = await showAsset(options)
  await view.lastCall('load').resolve(createAssetPage(values))
  return view
}

export const savedStatus = () => screen.queryByText('Saved just now')
export const isSaveDisabled = () => saveButton().getAttribute('aria-disabled') === 'true'
export const detailsForm = () => document.querySelector<HTMLElement>('form[aria-label="Details"]')!
export const formAlert = () => within(detailsForm()).getByRole('alert')
export const submitForm = () => act(async () => void fireEvent.submit(detailsForm()))
export const chooseType = async (name: string) => {
  fireEvent.click(within(detailsForm()).getByRole('button', { name: /Type/ }))
  fireEvent.click(await screen.findByRole('option', { name }))
}
