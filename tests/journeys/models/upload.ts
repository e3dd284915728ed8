import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { uploadMachine } from '../../../src/machines/upload/upload.machine.ts'
import { invalidVerdict, serverError, storedFile, validVerdict } from '../../machines/upload/upload.model.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel } from '../../support/model/model.ts'
import { type BrowserFile, createLargeModel } from '../files.ts'
import { expect, test } from '../support.ts'
import { REQUEST_FAULTS } from './faults.ts'
import type { PageModel, PathRun } from './page-model.ts'
import { signInAsAdmin } from './sign-in.ts'

declare global {
  interface Window {
    /** Blocked file checks. A step of the path runs or fails the checks. */
    checks: { blocked: (() => void)[]; worker: Worker | undefined }
  }
}

const BEYOND_RETRY_MS = 1_000
/** File size in bytes. Larger than two upload chunks. */
const MODEL_BYTES = 11 * 1024 * 1024
const MODEL_NAME = 'Sound.glb'
const TEXT_FILE_NAME = 'Notes.glb'
const MODEL_FILES = [new File(['0123456789'], MODEL_NAME)]
const TEXT_FILES = [new File(['not a model'], TEXT_FILE_NAME)]

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof uploadMachine>

const field = ({ page }: PathRun) => page.getByRole('group', { name: 'Model', exact: true })
const area = (run: PathRun) => run.page.getByRole('button', { name: /^Model: (Upload a file|Drop to add)/ })

/** Writes the model to disk, because Playwright passes large buffers to the page slowly. */
const writeModelFile = (run: PathRun) =>
  run.memoize(MODEL_NAME, async () => {
    const path = test.info().outputPath(MODEL_NAME)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, createLargeModel(MODEL_NAME, MODEL_BYTES).buffer)
    return path
  })

const textFile: BrowserFile = {
  name: TEXT_FILE_NAME,
  mimeType: '',
  buffer: Buffer.from('not a model at all, but words that go on for a while'),
}

/** Blocks messages to the worker that checks files. Playwright can intercept requests, but not these messages. */
function blockFileChecks() {
  window.checks = { blocked: [], worker: undefined }
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (this: Worker, ...args: Parameters<typeof postMessage>) {
    // Only tasks for checking a file have a kind. Messages with other tasks are sent immediately.
    if (!(args[0] as { task?: { kind?: string } }).task?.kind) return postMessage.apply(this, args)
    window.checks.worker = this
    window.checks.blocked.push(() => postMessage.apply(this, args))
  } as typeof postMessage
}

const dispatchDrag = (type: 'dragenter' | 'dragleave') => async (run: PathRun) => {
  const dataTransfer = await run.page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'boot.glb'))
    return data
  })
  await area(run).dispatchEvent(type, { dataTransfer })
}

const fileNameOf = (event: object) => (event as { files?: readonly File[] }).files?.[0]?.name

const MESSAGES: Record<string, string> = {
  'upload.notGlb': `${TEXT_FILE_NAME} isn’t a glTF 2.0 model. Export it as .glb again.`,
  'upload.unreadable': 'This file moved or changed. Choose it again.',
}
/** Error message of a field that the user has emptied. */
const REQUIRED_MESSAGE = 'Choose a file.'

const CONNECTION_REFUSED = REQUEST_FAULTS.find(({ name }) => name.includes('refused'))!

/** The model field of a new asset: drag and drop, file check, and upload with pauses and network failures. */
export const modelField: PageModel = {
  model: defineModel({
    machine: uploadMachine,
    input: { kind: 'glb' },
    events: [
      { type: 'drag.entered' },
      { type: 'drag.left' },
      { type: 'files.dropped', files: MODEL_FILES, folders: 0 },
      { type: 'files.dropped', files: TEXT_FILES, folders: 0 },
      actorDone('checkFile', validVerdict),
      actorDone('checkFile', { ...invalidVerdict, fault: { word: 'upload.notGlb' } }),
      actorFailed('checkFile', { refusal: 'the worker crashes' }),
      { type: 'transfer.changed', state: 'offline' },
      { type: 'transfer.changed', state: 'retrying' },
      { type: 'transfer.changed', state: 'transferring' },
      { type: 'pause.requested' },
      { type: 'resume.requested' },
      actorDone('sendFile', storedFile),
      actorFailed('sendFile', serverError),
      { type: 'removal.requested' },
    ],
    contextKey: ({ file, problem, verdict, url, error }) => [
      file?.name,
      problem,
      verdict !== null,
      url,
      error !== null,
    ],
    isPossible: (snapshot, event) => {
      const { type } = event
      const active = (state: string) => snapshot.matches({ sending: { active: state } } as never)
      const { file } = snapshot.context
      if (type.startsWith('drag.')) {
        return snapshot.matches('empty') && (type === 'drag.left') === snapshot.matches({ empty: 'dragging' })
      }
      if (type === 'files.dropped') return snapshot.matches('empty')
      if (type === 'xstate.done.actor.checkFile')
        return (
          ((event as unknown as { output: typeof validVerdict }).output.fault === null) === (file?.name === MODEL_NAME)
        )
      if (type === 'transfer.changed') {
        const { state } = event as unknown as { state: string }
        if (state === 'transferring') return active('retrying') || active('offline')
        return state === 'offline' ? active('transferring') || active('retrying') : active('transferring')
      }
      if (type === 'xstate.done.actor.sendFile') return active('transferring')
      if (type === 'xstate.error.actor.sendFile') return active('transferring')
      if (type === 'pause.requested') return snapshot.matches({ sending: 'active' })
      if (type === 'resume.requested') return snapshot.matches({ sending: 'paused' }) || snapshot.matches('failed')
      return type !== 'removal.requested' || file !== null
    },
  }),
  open: async (run) => {
    await run.page.addInitScript(blockFileChecks)
    await signInAsAdmin('/assets/new')(run)
    await expect(area(run)).toBeVisible()
  },
  actions: {
    'drag.entered': ['a file is dragged over the field', dispatchDrag('dragenter')],
    'drag.left': ['the dragged file leaves the field', dispatchDrag('dragleave')],
    'files.dropped': [
      'a file is chosen',
      async (run, event: object) => {
        // Uses the file dialog, in which a user can choose the same file again.
        const fileChooser = run.page.waitForEvent('filechooser')
        await area(run).click()
        await (await fileChooser).setFiles(fileNameOf(event) === TEXT_FILE_NAME ? textFile : await writeModelFile(run))
      },
    ],
    'checkFile succeeds': [
      'the file check ends',
      async ({ page }) => {
        await page.waitForFunction(() => window.checks.blocked.length > 0)
        await page.evaluate(() => {
          for (const send of window.checks.blocked.splice(0)) send()
        })
      },
    ],
    'checkFile fails': [
      'the file check crashes',
      async ({ page }) => {
        await page.waitForFunction(() => window.checks.blocked.length > 0)
        await page.evaluate(() => {
          window.checks.blocked.length = 0
          window.checks.worker?.dispatchEvent(new ErrorEvent('error', { message: 'gone' }))
        })
      },
    ],
    'transfer.changed': [
      'the network changes',
      async ({ page, requests }, { state }: { state: string }) => {
        if (state === 'offline') return page.context().setOffline(true)
        if (state === 'retrying') return requests.finishOnce('sendFile', CONNECTION_REFUSED)
        await page.context().setOffline(false)
        await page.clock.runFor(BEYOND_RETRY_MS)
        await requests.finishOnce('sendFile', 'forwarded')
      },
    ],
    'pause.requested': ['Pause is pressed', (run) => field(run).getByRole('button', { name: 'Pause upload' }).click()],
    'resume.requested': [
      'Resume is pressed',
      (run) =>
        field(run)
          .getByRole('button', { name: /^(Resume upload|Retry)$/ })
          .click(),
    ],
    'removal.requested': ['Remove is pressed', (run) => field(run).getByRole('button', { name: 'Remove' }).click()],
  },
  requestMatchers: { sendFile: ({ method, path }) => method === 'PATCH' && path.startsWith('/files') },
  // While the upload is offline or waits for a retry, no request is pending.
  pendingActors: (snapshot) => (snapshot.matches({ sending: { active: 'transferring' } }) ? ['sendFile'] : []),
  isClockFrozen: true,
  tickMs: () => 40,
  // The client sends a failing request 12 times before the upload fails.
  timeoutMs: 45_000,
  // Excludes network failures, because the upload waits for the network and fails only on repeated errors of the service.
  faults: REQUEST_FAULTS.filter(({ name }) => /\d{3}/.test(name)),
  retryAdvanceMs: 8_000,
  screens: (page) => {
    const field = page.getByRole('group', { name: 'Model', exact: true })
    const area = page.getByRole('button', { name: /^Model: Upload a file/ })
    const dropOverlay = page.getByRole('button', { name: 'Model: Drop to add' })
    const fieldAlert = field.getByRole('alert').filter({ hasNotText: REQUIRED_MESSAGE })
    const fieldText = (text: string) => field.getByText(text, { exact: true })
    const pause = field.getByRole('button', { name: 'Pause upload' })
    const problemTexts = ['Queued', 'Connection lost. Retrying…', 'Offline. Resumes automatically.'].map(fieldText)
    return {
      'empty.idle': { visible: [area], absent: [fieldAlert] },
      'empty.dragging': { visible: [dropOverlay] },
      'empty.rejected': { visible: [area, fieldAlert] },
      checking: { visible: [fieldText('Checking')], absent: [pause] },
      'sending.active.transferring': { visible: [pause, field.getByText(/ of 11(\.0)? MB$/)], absent: problemTexts },
      'sending.active.retrying': { visible: [pause, problemTexts[1]!] },
      'sending.active.offline': { visible: [pause, problemTexts[2]!] },
      'sending.paused': {
        visible: [fieldText('Paused'), field.getByRole('button', { name: 'Resume upload' })],
        absent: [pause],
      },
      sent: { visible: [fieldText('Uploaded')], absent: [pause, field.getByRole('progressbar')] },
      failed: { visible: [fieldText('Upload failed'), field.getByRole('button', { name: 'Retry' })], absent: [pause] },
    }
  },
  checks: {
    'the displayed error': {
      expected: (snapshot, { expectedMessage }) => {
        const { problem, error } = contextOf(snapshot)
        return problem ? (MESSAGES[problem.word] ?? problem.word) : error === null ? null : expectedMessage
      },
      actual: async (run) =>
        (await field(run).getByRole('alert').filter({ hasNotText: REQUIRED_MESSAGE }).allInnerTexts())[0]?.trim() ??
        null,
    },
  },
}
