// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { assetWith } from '../../support/assets.ts'
import '../kit/support.ts'
import { bench, drop, model, nameField, press, setUpForm, show, type, waits } from './form-bench.tsx'

setUpForm()

describe('what survives', () => {
  test('a file is kept from the moment it is dropped, before its check is over', async () => {
    const unread = Object.assign(model('boot.glb'), { slice: () => ({ arrayBuffer: () => new Promise(() => {}) }) })
    show()
    drop([unread])
    await waitFor(() => expect(bench.kept?.values['modelFile']).toBe(unread))
    expect([bench.sent, bench.tracked]).toEqual([[], []])
  })

  test('what was filled in is kept, brought back, and the file is sent on', async () => {
    bench.hold = () => new Promise(() => {})
    show()
    type('Mine')
    drop([model('boot.glb')])
    await waitFor(() => expect(bench.kept?.values).toMatchObject({ name: 'Mine', type: 'footwear' }))
    expect((bench.kept?.values['modelFile'] as File | undefined)?.name).toBe('boot.glb')
    cleanup()
    bench.hold = undefined
    show()
    expect(await screen.findByText('Pick up where you left off.')).toBeTruthy()
    await screen.findByText('Uploaded')
    expect([nameField().value, bench.sent]).toEqual(['Mine', ['boot.glb', 'boot.glb']])
  })

  test('a made asset leaves no draft', async () => {
    show()
    drop([model('boot.glb')])
    await waitFor(() => expect(bench.kept).toBeDefined())
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    bench.answers = [async () => assetWith({ id: 'a3' })]
    press('Create asset')
    await waitFor(() => expect(bench.opened).toEqual(['a3']))
    expect(bench.kept).toBe(undefined)
  })
})
