import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { AnyMachineSnapshot, ContextFrom } from 'xstate'
import { uploadMachine } from '../../../src/machines/upload.machine.ts'
import { broken, sound, stored, unsound } from '../../machines/upload.model.ts'
import { model } from '../../support/model/model.ts'
import { answers, fails } from '../../support/walk.ts'
import { bigModel, type GivenFile } from '../files.ts'
import { expect, test } from '../support.ts'
import { FAULTS } from './faults.ts'
import type { PageModel, Visit } from './page-model.ts'
import { asAdmin } from './sign-in.ts'

declare global {
  interface Window {
    /** What is to be checked waits here until the path says how the check ends. */
    checks: { held: (() => void)[]; worker: Worker | undefined }
  }
}

/** Longer than the first wait before a retry, in milliseconds. */
const RETRIED = 1_000
/** More than two of the pieces that a file is sent in. */
const BYTES = 11 * 1024 * 1024
const SOUND = 'Sound.glb'
const NO_MODEL = 'Notes.glb'
const files = [new File(['0123456789'], SOUND)]
const otherFiles = [new File(['not a model'], NO_MODEL)]

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as ContextFrom<typeof uploadMachine>

const field = ({ page }: Visit) => page.getByRole('group', { name: 'Model', exact: true })
const area = (visit: Visit) => visit.page.getByRole('button', { name: /^Model: (Upload a file|Drop to add)/ })

/** The file as it lies on a person's disk: a large one is not carried into the page by hand. */
const onDisk = (visit: Visit) =>
  visit.own(SOUND, async () => {
    const path = test.info().outputPath(SOUND)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bigModel(SOUND, BYTES).buffer)
    return path
  })

const noModel: GivenFile = {
  name: NO_MODEL,
  mimeType: '',
  buffer: Buffer.from('not a model at all, but words that go on for a while'),
}

/** Holds what is handed to the worker that checks files; nothing else can be held there. */
function holdChecks() {
  window.checks = { held: [], worker: undefined }
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (this: Worker, ...given: Parameters<typeof postMessage>) {
    // Other workers only count what a file is made of.
    if (!(given[0] as { task?: { kind?: string } }).task?.kind) return postMessage.apply(this, given)
    window.checks.worker = this
    window.checks.held.push(() => postMessage.apply(this, given))
  } as typeof postMessage
}

const drag = (type: 'dragenter' | 'dragleave') => async (visit: Visit) => {
  const dataTransfer = await visit.page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'boot.glb'))
    return data
  })
  await area(visit).dispatchEvent(type, { dataTransfer })
}

const nameOf = (happening: object) => (happening as { files?: readonly File[] }).files?.[0]?.name

/** The sentences of what is wrong with a file. */
const SENTENCES: Record<string, string> = {
  'upload.notGlb': `${NO_MODEL} isn’t a glTF 2.0 model. Export it as .glb again.`,
  'upload.unreadable': 'This file moved or changed. Choose it again.',
}
/** What the form says of a field that was emptied; no fault of a file. */
const MISSING = 'Choose a file.'

const REFUSED = FAULTS.find(({ name }) => name.includes('refused'))!

/** The field of a new asset's model: dragged over, chosen, checked, sent with pauses and interruptions. */
export const modelField: PageModel = {
  model: model({
    machine: uploadMachine,
    input: { kind: 'glb' },
    happenings: [
      { type: 'drag.entered' },
      { type: 'drag.left' },
      { type: 'files.dropped', files, folders: 0 },
      { type: 'files.dropped', files: otherFiles, folders: 0 },
      answers('checkFile', sound),
      answers('checkFile', { ...unsound, fault: { word: 'upload.notGlb' } }),
      fails('checkFile', { refusal: 'the worker dies' }),
      { type: 'pace.changed', pace: 'offline' },
      { type: 'pace.changed', pace: 'retrying' },
      { type: 'pace.changed', pace: 'moving' },
      { type: 'pause.requested' },
      { type: 'resume.requested' },
      answers('sendFile', stored),
      fails('sendFile', broken),
      { type: 'removal.requested' },
    ],
    sees: ({ file, fault, verdict, url, error }) => [file?.name, fault, verdict !== null, url, error !== null],
    allows: (snapshot, happening) => {
      const { type } = happening
      const active = (pace: string) => snapshot.matches({ sending: { active: pace } } as never)
      const { file } = snapshot.context
      if (type.startsWith('drag.')) {
        return snapshot.matches('vacant') && (type === 'drag.left') === snapshot.matches({ vacant: 'dragging' })
      }
      if (type === 'files.dropped') return snapshot.matches('vacant')
      if (type === 'xstate.done.actor.checkFile')
        return ((happening as unknown as { output: typeof sound }).output.fault === null) === (file?.name === SOUND)
      if (type === 'pace.changed') {
        const { pace } = happening as unknown as { pace: string }
        if (pace === 'moving') return active('retrying') || active('offline')
        return pace === 'offline' ? active('moving') || active('retrying') : active('moving')
      }
      if (type === 'xstate.done.actor.sendFile') return active('moving')
      if (type === 'xstate.error.actor.sendFile') return active('moving')
      if (type === 'pause.requested') return snapshot.matches({ sending: 'active' })
      if (type === 'resume.requested') return snapshot.matches({ sending: 'paused' }) || snapshot.matches('failed')
      return type !== 'removal.requested' || file !== null
    },
  }),
  open: async (visit) => {
    await visit.page.addInitScript(holdChecks)
    await asAdmin('/assets/new')(visit)
    await expect(area(visit)).toBeVisible()
  },
  actions: {
    'drag.entered': ['a file comes over the field', drag('dragenter')],
    'drag.left': ['it is carried away', drag('dragleave')],
    'files.dropped': [
      'a file is chosen',
      async (visit, happening: object) => {
        // By the dialog, as people do: it forgets what it chose before, so that the same file can be chosen again.
        const chosen = visit.page.waitForEvent('filechooser')
        await area(visit).click()
        await (await chosen).setFiles(nameOf(happening) === NO_MODEL ? noModel : await onDisk(visit))
      },
    ],
    'checkFile answers': [
      'its check ends',
      async ({ page }) => {
        await page.waitForFunction(() => window.checks.held.length > 0)
        await page.evaluate(() => {
          for (const go of window.checks.held.splice(0)) go()
        })
      },
    ],
    'checkFile fails': [
      'its check dies',
      async ({ page }) => {
        await page.waitForFunction(() => window.checks.held.length > 0)
        await page.evaluate(() => {
          window.checks.held.length = 0
          window.checks.worker?.dispatchEvent(new ErrorEvent('error', { message: 'gone' }))
        })
      },
    ],
    'pace.changed': [
      'the network changes',
      async ({ page, requests }, { pace }: { pace: string }) => {
        if (pace === 'offline') return page.context().setOffline(true)
        if (pace === 'retrying') return requests.once('sendFile', REFUSED)
        await page.context().setOffline(false)
        await page.clock.runFor(RETRIED)
        await requests.once('sendFile', 'answered')
      },
    ],
    'pause.requested': [
      'Pause is pressed',
      (visit) => field(visit).getByRole('button', { name: 'Pause upload' }).click(),
    ],
    'resume.requested': [
      'Resume is pressed',
      (visit) =>
        field(visit)
          .getByRole('button', { name: /^(Resume upload|Retry)$/ })
          .click(),
    ],
    'removal.requested': ['Remove is pressed', (visit) => field(visit).getByRole('button', { name: 'Remove' }).click()],
  },
  outcomes: { sendFile: ({ method, path }) => method === 'PATCH' && path.startsWith('/files') },
  // Offline, and until it is tried again, nothing is asked for.
  asks: (snapshot) => (snapshot.matches({ sending: { active: 'moving' } }) ? ['sendFile'] : []),
  timeStands: true,
  tick: () => 40,
  // A service that goes on failing is asked eight times before it counts as failed.
  patience: 45_000,
  // Of what the network does the sender tells as the pace; only a service that goes on failing ends it.
  faults: FAULTS.filter(({ name }) => /\d{3}/.test(name)),
  hurry: 8_000,
  looks: (page) => {
    const field = page.getByRole('group', { name: 'Model', exact: true })
    const area = page.getByRole('button', { name: /^Model: Upload a file/ })
    const over = page.getByRole('button', { name: 'Model: Drop to add' })
    const fault = field.getByRole('alert').filter({ hasNotText: MISSING })
    const says = (text: string) => field.getByText(text, { exact: true })
    const pause = field.getByRole('button', { name: 'Pause upload' })
    const troubles = ['Queued', 'Connection lost. Retrying…', 'Offline. Resumes automatically.'].map(says)
    return {
      'vacant.empty': { shows: [area], lacks: [fault] },
      'vacant.dragging': { shows: [over] },
      'vacant.rejected': { shows: [area, fault] },
      checking: { shows: [says('Checking')], lacks: [pause] },
      'sending.active.moving': { shows: [pause, field.getByText(/ of 11(\.0)? MB$/)], lacks: troubles },
      'sending.active.retrying': { shows: [pause, troubles[1]!] },
      'sending.active.offline': { shows: [pause, troubles[2]!] },
      'sending.paused': {
        shows: [says('Paused'), field.getByRole('button', { name: 'Resume upload' })],
        lacks: [pause],
      },
      sent: { shows: [says('Uploaded')], lacks: [pause, field.getByRole('progressbar')] },
      failed: { shows: [says('Upload failed'), field.getByRole('button', { name: 'Retry' })], lacks: [pause] },
    }
  },
  signs: {
    'says what is wrong': {
      wanted: (snapshot, { said }) => {
        const { fault, error } = contextOf(snapshot)
        return fault ? (SENTENCES[fault.word] ?? fault.word) : error === null ? null : said
      },
      seen: async (visit) =>
        (await field(visit).getByRole('alert').filter({ hasNotText: MISSING }).allInnerTexts())[0]?.trim() ?? null,
    },
  },
}
