// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import type { UploadKind } from '../../../src/api/contract/files.ts'
import type { FormField, FormValues } from '../../../src/machines/form/form.ts'
import type { SendFile, SendOptions } from '../../../src/machines/upload/send-file.ts'
import { AtelierContext, useAtelier } from '../../../src/ui/context.ts'
import { Form } from '../../../src/ui/form/Form.tsx'
import type { FormActor } from '../../../src/ui/form/form-actor.ts'
import { ToggleField } from '../../../src/ui/form/ToggleField.tsx'
import { useForm } from '../../../src/ui/form/use-form.ts'
import { bindUploadToForm } from '../../../src/ui/upload/bind-upload.ts'
import { UploadButton } from '../../../src/ui/upload/UploadButton.tsx'
import { UploadField } from '../../../src/ui/upload/UploadField.tsx'
import { useUpload } from '../../../src/ui/upload/use-upload.ts'
import { useUploadMachine } from '../../../src/ui/upload/use-upload-machine.ts'
import { useMachineActor } from '../../../src/ui/use-machine-actor.ts'
import { buildGlbOfSize, TINY_PNG } from '../../support/glb.ts'
import { createTranslateFor } from '../../support/translate.ts'
import '../kit/support.ts'

const FIELDS: FormField[] = [
  { name: 'icon', kind: 'file' },
  { name: 'isVisible', kind: 'toggle' },
  { name: 'another', kind: 'toggle', isLocal: true },
]
const SCHEMA = v.strictObject({ iconUrl: v.optional(v.string()), isVisible: v.boolean() })
const URL_OF_ICON = `/files/${'b'.repeat(64)}.png`

let submitted: FormValues[]
let tracked: unknown[]
let finishUpload: (() => void) | undefined
let reportProgress: ((sentBytes: number, totalBytes: number) => void) | undefined

beforeEach(() => {
  submitted = []
  tracked = []
  finishUpload = undefined
})

function useFieldUpload(field: string, kind: UploadKind, form: FormActor) {
  const { track, sendFile } = useAtelier()
  const upload = useMachineActor(useUploadMachine(), { input: { kind } })
  useEffect(
    () => bindUploadToForm({ upload, field, kind, form, track, discard: sendFile.discard }),
    [upload, field, kind, form, track, sendFile],
  )
  return useUpload(upload)
}

function TestForm() {
  const form = useForm({
    schema: SCHEMA,
    fields: FIELDS,
    initial: { iconFile: undefined, iconUrl: undefined, isVisible: false, another: false },
    submit: async (body) => void submitted.push(body),
    onSubmitted: () => {},
  })
  const icon = useFieldUpload('icon', 'icon', form.actor)
  return (
    <Form actor={form.actor} error={form.error} label="Test form">
      <UploadButton name="icon" kind="icon" label="Icon" upload={icon} error={form.bind('icon').error} />
      <ToggleField name="isVisible" bound={form.bind('isVisible')} label="Visible" />
      <ToggleField name="another" bound={form.bind('another')} label="Another" />
    </Form>
  )
}

function ModelFields() {
  const form = useForm({
    schema: v.strictObject({ modelUrl: v.optional(v.string()) }),
    fields: [{ name: 'model', kind: 'file' }],
    initial: { modelFile: undefined, modelUrl: undefined },
    submit: async () => {},
    onSubmitted: () => {},
  })
  const model = useFieldUpload('model', 'glb', form.actor)
  return (
    <>
      <UploadField name="model" kind="glb" label="Model" upload={model} />
      <UploadButton name="model" kind="glb" label="Model" upload={model} />
    </>
  )
}

function show(view = <TestForm />) {
  const sendFile: SendFile = Object.assign(
    async (file: File, { onProgress }: SendOptions) => {
      reportProgress = onProgress
      await new Promise<void>((resolve) => {
        finishUpload = resolve
      })
      return { id: 'u1', url: URL_OF_ICON, sha256: 'b'.repeat(64), type: 'image/png' as const, bytes: file.size }
    },
    { discard: async () => {} },
  )
  const track = (event: string, details: object) => tracked.push([event, details])
  const atelier = { language: 'en' as const, translate: createTranslateFor('en'), track, sendFile }
  render(<AtelierContext value={atelier as never}>{view}</AtelierContext>)
}

const pick = (file: File) =>
  fireEvent.change(document.querySelector('input[type="file"]')!, { target: { files: [file] } })

/** Creates a file whose slices have `arrayBuffer`, which jsdom's files lack. */
const createPicture = (name: string, bytes: Uint8Array = TINY_PNG) =>
  Object.assign(new File([new Uint8Array(bytes)], name, { type: 'image/png' }), {
    slice: (start: number, end: number) => ({ arrayBuffer: async () => bytes.slice(start, end).buffer }),
  })

test('submits the state of a pressed toggle, unless the toggle is declared as local', async () => {
  show()
  const visible = screen.getByRole('switch', { name: 'Visible' })
  fireEvent.click(visible)
  fireEvent.click(screen.getByRole('switch', { name: 'Another' }))
  fireEvent.submit(screen.getByRole('form', { name: 'Test form' }))
  await waitFor(() => expect(submitted).toEqual([{ iconUrl: undefined, isVisible: true }]))
})

test('the button of a file field uploads or removes a file, and a removed file is not submitted', async () => {
  show()
  expect(screen.getByRole('button', { name: 'Icon: Upload a file' }).textContent).toBe('Upload a file')
  expect(screen.getByText('No file selected')).toBeTruthy()
  pick(createPicture('boot.png'))
  expect(await screen.findByText('0% · boot.png')).toBeTruthy()
  await act(async () => finishUpload?.())
  expect(await screen.findByText('boot.png')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Icon: Remove' }))
  expect(screen.getByText('No file selected')).toBeTruthy()
  fireEvent.submit(screen.getByRole('form', { name: 'Test form' }))
  await waitFor(() => expect(submitted).toEqual([{ iconUrl: undefined, isVisible: false }]))
})

test('reports chosen, removed and rejected files to analytics with field, name, size and type', async () => {
  show()
  pick(createPicture('boot.png'))
  await screen.findByText('0% · boot.png')
  fireEvent.click(screen.getByRole('button', { name: 'Icon: Remove' }))
  pick(createPicture('notes.png', new Uint8Array(40).fill(65)))
  await screen.findByRole('alert')
  const boot = { field: 'icon', name: 'boot.png', size: TINY_PNG.length, type: 'image/png' }
  expect(tracked).toEqual([
    ['file selected', boot],
    ['file removed', boot],
    ['file error', { field: 'icon', name: 'notes.png', size: 40, type: 'image/png', error: 'upload.notWhatItSays' }],
  ])
})

test('shows a progress bar with the file name while a large model is checked', async () => {
  show(<ModelFields />)
  const bytes = buildGlbOfSize(6 * 1024 * 1024)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const model = Object.assign(new File([bytes], 'hall.glb'), {
    slice: (start: number, end: number) => ({
      // The first read gets the JSON chunk. The read of the binary chunk's header waits for the test.
      arrayBuffer: async () => {
        if (start > 20) await released
        return bytes.slice(start, end).buffer
      },
    }),
  })
  pick(model)
  const bar = await screen.findByRole('progressbar', { name: 'Checking hall.glb' })
  expect(bar.getAttribute('aria-valuenow')).toBe('20')
  expect(screen.getByText('Checking · 20% · hall.glb')).toBeTruthy()
  release()
  expect((await screen.findByRole('progressbar', { name: 'hall.glb' })).getAttribute('aria-valuenow')).toBe('0')
})

test('throttles the upload progress, but shows a decrease and the completion immediately', async () => {
  show()
  pick(createPicture('boot.png'))
  await screen.findByText('0% · boot.png')
  // Stops the clock, so that rendering time does not influence the throttle.
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now)
  const progressText = (sent: number) => {
    act(() => reportProgress?.(sent, 100))
    return screen.getByText(/% · boot.png/).textContent
  }
  expect([
    progressText(10),
    progressText(20),
    progressText(30),
    progressText(5),
    progressText(6),
    progressText(100),
  ]).toEqual([
    '10% · boot.png',
    '10% · boot.png',
    '10% · boot.png',
    '5% · boot.png',
    '5% · boot.png',
    '100% · boot.png',
  ])
})
