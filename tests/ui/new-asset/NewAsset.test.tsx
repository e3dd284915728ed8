// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { assetWith } from '../../support/assets.ts'
import { tinyGlb } from '../../support/glb.ts'
import '../kit/support.ts'
import { area, bench, drop, fileOf, model, nameField, press, refusal, setUpForm, show, waits } from './form-bench.tsx'

setUpForm()

describe('making an asset', () => {
  test('what is ready in spite of warnings says how many, and never that all is good', async () => {
    show()
    drop([fileOf(tinyGlb({ json: { extensionsUsed: ['EXT_one', 'EXT_two'] } }), 'boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create · 2 warnings'))
    expect(screen.queryByText('All good')).toBeNull()
    press('Remove')
    drop([model('boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    expect(screen.getByText('All good')).toBeTruthy()
  })

  test('taking a sent file back makes creating wait again', async () => {
    show()
    drop([model('boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    press('Remove')
    expect(waits()).toBe('To create the asset, choose a model.')
    expect([bench.discarded, bench.tracked.at(-1)]).toEqual([[], ['file removed', 'model', 'boot.glb']])
  })

  test('a file taken back while it is sent is ended on the server too', async () => {
    bench.hold = () => new Promise(() => {})
    show()
    drop([model('boot.glb')])
    await screen.findByRole('button', { name: 'Pause upload' })
    press('Remove')
    expect(bench.discarded).toEqual(['boot.glb'])
  })

  test('a service out of reach is told above the form, nothing is lost, and trying again is the same intent', async () => {
    show()
    drop([model('boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    bench.answers = [() => Promise.reject(new ApiError('FETCH_ERROR', 'assets')), async () => assetWith({ id: 'a2' })]
    press('Create asset')
    expect((await screen.findByRole('alert')).textContent).toContain('Atelier can’t reach the service.')
    expect(nameField().value).toBe('Boot')
    press('Create asset')
    await waitFor(() => expect(bench.opened).toEqual(['a2']))
    expect(bench.created.map(({ key }) => key)).toEqual([bench.created[0]?.key, bench.created[0]?.key])
  })

  test('a model the service finds broken is told at the model, and creating waits for another', async () => {
    show()
    drop([model('boot.glb')])
    await waitFor(() => expect(waits()).toBe('Ready to create'))
    bench.answers = [() => Promise.reject(refusal('MODEL_INVALID'))]
    press('Create asset')
    const field = screen.getByRole('group', { name: 'Model' })
    expect((await within(field).findByRole('alert')).textContent).toBe(
      'This model can’t be shown. Choose a .glb or .fbx file.',
    )
    expect(waits()).toBe('To create the asset, fix the model.')
  })

  test('submitting too early shows what is missing and goes to the first of it', () => {
    show()
    fireEvent.submit(screen.getByRole('form', { name: 'New asset' }))
    expect(screen.getByText('Choose a file.')).toBeTruthy()
    expect(screen.getByText('Enter a name.')).toBeTruthy()
    expect(document.activeElement).toBe(area())
  })
})
