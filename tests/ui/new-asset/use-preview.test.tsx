// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import { type Told, usePreview } from '../../../src/ui/new-asset/use-preview.tsx'
import type { UploadSnapshot } from '../../../src/ui/upload/upload-words.ts'
import { translateIn } from '../../support/translate.ts'

let told: Told[]
let breaks: boolean
beforeEach(() => {
  told = []
  breaks = false
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Viewer({ told: one }: { told: Told }) {
  if (breaks) throw new Error('no code for it')
  if (!told.includes(one)) told.push(one)
  return 'The viewer'
}

function Preview({ file, isChecking }: { file: File | null; isChecking: boolean }) {
  const upload = { context: { file }, matches: (state: string) => isChecking && state === 'checking' }
  const { picture, shown } = usePreview(upload as unknown as UploadSnapshot, (_, one) => <Viewer told={one} />)
  return (
    <>
      <output>{shown}</output>
      {picture}
    </>
  )
}

function show(first: File | null, isChecking = false) {
  const within = (file: File | null, isChecking: boolean) => (
    <AtelierContext value={{ translate: translateIn('en') } as unknown as Atelier}>
      <Preview file={file} isChecking={isChecking} />
    </AtelierContext>
  )
  const { rerender } = render(within(first, isChecking))
  return (file: File | null, isChecking = false) => rerender(within(file, isChecking))
}
const shown = () => screen.getByRole('status').textContent
const isDrawn = () => screen.queryByText('The viewer') !== null
const boot = new File(['1'], 'boot.glb')
const cap = new File(['2'], 'cap.glb')
const large = (name: string) => new File([new Uint8Array(20 * 1024 * 1024)], name)

test('a model is drawn once it is checked, and what its viewer tells of it stands', () => {
  const change = show(boot, true)
  expect([isDrawn(), shown()]).toEqual([false, 'waiting'])
  change(boot)
  expect([isDrawn(), shown()]).toEqual([true, 'waiting'])
  act(() => told.at(-1)!.onLoaded())
  expect(shown()).toBe('shown')
  act(() => told.at(-1)!.onError({ reason: 'webgl' }))
  expect(shown()).toBe('undrawable')
})

test('what the viewer of a former model tells late says nothing of the next', () => {
  const change = show(boot)
  const [former] = told
  act(() => former!.onLoaded())
  change(cap)
  expect(shown()).toBe('waiting')
  act(() => former!.onError())
  expect(shown()).toBe('waiting')
  change(null)
  act(() => former!.onLoaded())
  expect([isDrawn(), shown()]).toEqual([false, 'waiting'])
})

test('a preview that broke takes nothing with it, and the next model has one of its own', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  breaks = true
  const change = show(boot)
  expect([isDrawn(), shown()]).toEqual([false, 'broken'])
  breaks = false
  change(cap)
  expect([isDrawn(), shown()]).toEqual([true, 'waiting'])
})

test('a large model is drawn when that is asked for, the next one again only then', () => {
  const change = show(large('hall.glb'))
  expect(isDrawn()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Show in 3D' }))
  expect(isDrawn()).toBe(true)
  change(large('barn.glb'))
  expect(isDrawn()).toBe(false)
})
