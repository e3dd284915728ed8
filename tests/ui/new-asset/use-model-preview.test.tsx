// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { type PreviewCallbacks, useModelPreview } from '../../../src/ui/new-asset/use-model-preview.tsx'
import type { UploadSnapshot } from '../../../src/ui/upload/upload-messages.ts'
import { expectOutput } from '../../support/output.ts'
import { createTranslateFor } from '../../support/translate.ts'

let allCallbacks: PreviewCallbacks[]
let isBroken: boolean
beforeEach(() => {
  allCallbacks = []
  isBroken = false
})

function Viewer({ callbacks }: { callbacks: PreviewCallbacks }) {
  if (isBroken) throw new Error('broken viewer')
  if (!allCallbacks.includes(callbacks)) allCallbacks.push(callbacks)
  return 'The viewer'
}

function Preview({ file, isChecking }: { file: File | null; isChecking: boolean }) {
  const upload = { context: { file }, matches: (state: string) => isChecking && state === 'checking' }
  const { picture, shown } = useModelPreview(upload as unknown as UploadSnapshot, (_, callbacks) => (
    <Viewer callbacks={callbacks} />
  ))
  return (
    <>
      <output>{shown}</output>
      {picture}
    </>
  )
}

function show(first: File | null, isChecking = false) {
  const view = (file: File | null, isChecking: boolean) => (
    <AtelierContext value={{ translate: createTranslateFor('en') } as unknown as Atelier}>
      <Preview file={file} isChecking={isChecking} />
    </AtelierContext>
  )
  const { rerender } = render(view(first, isChecking))
  return (file: File | null, isChecking = false) => rerender(view(file, isChecking))
}
const status = () => screen.getByRole('status').textContent
const isRendered = () => screen.queryByText('The viewer') !== null
const boot = new File(['1'], 'boot.glb')
const cap = new File(['2'], 'cap.glb')
const createLargeFile = (name: string) => new File([new Uint8Array(20 * 1024 * 1024)], name)

test('renders a model once its checks end, and returns the status that the viewer reports', () => {
  const change = show(boot, true)
  expect([isRendered(), status()]).toEqual([false, 'waiting'])
  change(boot)
  expect([isRendered(), status()]).toEqual([true, 'waiting'])
  act(() => allCallbacks.at(-1)!.onLoaded())
  expect(status()).toBe('shown')
  act(() => allCallbacks.at(-1)!.onError({ reason: 'webgl' }))
  expect(status()).toBe('undrawable')
})

test('ignores late reports of the viewer of a previous model', () => {
  const change = show(boot)
  const [previousCallbacks] = allCallbacks
  act(() => previousCallbacks!.onLoaded())
  change(cap)
  expect(status()).toBe('waiting')
  act(() => previousCallbacks!.onError())
  expect(status()).toBe('waiting')
  change(null)
  act(() => previousCallbacks!.onLoaded())
  expect([isRendered(), status()]).toEqual([false, 'waiting'])
})

test('catches the error of a broken preview, and renders the next model in a new preview', () => {
  expectOutput('broken viewer')
  isBroken = true
  const change = show(boot)
  expect([isRendered(), status()]).toEqual([false, 'broken'])
  isBroken = false
  change(cap)
  expect([isRendered(), status()]).toEqual([true, 'waiting'])
})

test('renders a large model only on request, also after another large model was shown', () => {
  const change = show(createLargeFile('hall.glb'))
  expect(isRendered()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Show in 3D' }))
  expect(isRendered()).toBe(true)
  change(createLargeFile('barn.glb'))
  expect(isRendered()).toBe(false)
})
