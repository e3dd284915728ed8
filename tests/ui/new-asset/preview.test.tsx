// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildGlbOfSize } from '../../support/glb.ts'
import '../kit/support.ts'
import { createFile, dropFiles, fixture, missingPartsText, modelFile, setUpForm, showForm } from './form-fixture.tsx'

setUpForm()

describe('the preview', () => {
  test('shows a warning if the viewer cannot read the model, but none if the browser lacks WebGL', async () => {
    showForm()
    dropFiles([modelFile('peat-boot.glb')])
    await waitFor(() => expect(missingPartsText()).toBe('Ready to create'))
    act(() => fixture.previewCallbacks?.onError({ reason: 'webgl' }))
    expect(screen.getByText('No preview in this browser')).toBeTruthy()
    expect(screen.queryByText('The model may be damaged')).toBeNull()
    expect(missingPartsText()).toBe('Ready to create')
    act(() => fixture.previewCallbacks?.onError({ reason: 'unreadable' }))
    expect(screen.getByText('The model may be damaged')).toBeTruthy()
    expect(screen.queryByText('All good')).toBeNull()
    expect(screen.queryByText(/to fix$/)).toBeNull()
    expect(missingPartsText()).toBe('Ready to create · 1 warning')
    act(() => fixture.previewCallbacks?.onLoaded())
    expect(missingPartsText()).toBe('Ready to create')
  })

  test('renders a model that passed its checks', async () => {
    showForm()
    dropFiles([modelFile('peat-boot.glb')])
    expect(await screen.findByText('The viewer')).toBeTruthy()
  })

  test('renders a large model only on request', async () => {
    showForm()
    dropFiles([createFile(buildGlbOfSize(20 * 1024 * 1024), 'hall.glb')])
    const button = await screen.findByRole('button', { name: 'Show in 3D' })
    expect(screen.queryByText('The viewer')).toBeNull()
    fireEvent.click(button)
    expect(await screen.findByText('The viewer')).toBeTruthy()
  })
})
