// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { glbOfSize } from '../../support/glb.ts'
import '../kit/support.ts'
import { bench, drop, fileOf, model, setUpForm, show, waits } from './form-bench.tsx'

setUpForm()

describe('the preview', () => {
  test('that shows nothing of a model is a warning beside what is ready, and none where the browser cannot draw', async () => {
    show()
    drop([model('peat-boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    act(() => bench.drawn?.onError({ reason: 'webgl' }))
    expect(screen.getByText('No preview in this browser')).toBeTruthy()
    expect(screen.queryByText('The model may be damaged')).toBeNull()
    expect(waits()).toBe('Ready to create')
    act(() => bench.drawn?.onError({ reason: 'unreadable' }))
    expect(screen.getByText('The model may be damaged')).toBeTruthy()
    expect(screen.queryByText('All good')).toBeNull()
    expect(screen.queryByText(/to fix$/)).toBeNull()
    expect(waits()).toBe('Ready to create · 1 warning')
    act(() => bench.drawn?.onLoaded())
    expect(waits()).toBe('Ready to create')
  })

  test('a model is drawn once it passed its checks', async () => {
    show()
    drop([model('peat-boot.glb')])
    expect(await screen.findByText('The viewer')).toBeTruthy()
  })

  test('a large one is drawn only when that is asked for', async () => {
    show()
    drop([fileOf(glbOfSize(20 * 1024 * 1024), 'hall.glb')])
    const ask = await screen.findByRole('button', { name: 'Show in 3D' })
    expect(screen.queryByText('The viewer')).toBeNull()
    fireEvent.click(ask)
    expect(await screen.findByText('The viewer')).toBeTruthy()
  })
})
