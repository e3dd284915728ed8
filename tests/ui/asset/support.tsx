import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { Asset, AssetChange } from '../../../src/api/contract/assets.ts'
import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import type { AssetPage } from '../../../src/machines/asset.parts.ts'
import { sessionMachine } from '../../../src/machines/session.machine.ts'
import { AssetScreen } from '../../../src/ui/asset/AssetScreen.tsx'
import type { AssetWork } from '../../../src/ui/asset/asset-work.ts'
import { Details } from '../../../src/ui/asset/Details.tsx'
import type { Compared } from '../../../src/ui/asset/panel-props.ts'
import { type AssetActor, type AssetCalls, useAsset } from '../../../src/ui/asset/use-asset.ts'
import { useCommands } from '../../../src/ui/asset/use-commands.ts'
import { useDetails } from '../../../src/ui/asset/use-details.ts'
import type { Beside } from '../../../src/ui/asset/use-neighbours.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import type { Language } from '../../../src/ui/language.ts'
import { assetWith } from '../../support/assets.ts'
import { tokenWith } from '../../support/tokens.ts'
import { translateIn } from '../../support/translate.ts'
import { PERSON } from '../session/support.tsx'

/** What the service refuses with. */
export const refusal = (code: ErrorCode, status: number, details?: unknown): ApiError =>
  new ApiError('http', 'assets', {
    status,
    body: { error: { code, message: code, status, details }, type: '', title: code, status, detail: code },
  })

/** No answer came at all. */
export const offline = () => new ApiError('FETCH_ERROR', 'assets')

/** An asset with what its page names beside it. */
export const pageOf = (values: Partial<Asset> = {}, more: Partial<AssetPage> = {}): AssetPage => ({
  asset: assetWith(values),
  history: [],
  applications: [],
  tags: [],
  links: [],
  bodies: [],
  ...more,
})

/** A call that the page made and that waits for its answer. */
export interface Asked {
  what: keyof AssetCalls
  /** What was handed in beside the id. */
  given: unknown[]
  answer: (page?: AssetPage) => Promise<void>
  fail: (error: unknown) => Promise<void>
}

/** What {@link showAsset} shows. */
export interface Shown {
  /** The calls in the order in which they were made. */
  asked: Asked[]
  /** The last call; fails the test where it is another. */
  last: (what: keyof AssetCalls) => Asked
  /** The assets that were left to the list to be deleted. */
  deleted: string[]
  /** The assets that another is to be made from. */
  copied: string[]
  actor: () => AssetActor
  unmount: () => void
}

/** Stands in for what a page without a layout lacks. */
export function stubPage(): void {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const observer = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', observer)
  vi.stubGlobal('IntersectionObserver', observer)
}

/** What stands beside the stage, and tells what became of what was done there. */
function Aside({ actor, work }: { actor: AssetActor; work: AssetWork }) {
  const page = useSelector(actor, ({ context }) => context.page)
  const form = useDetails(actor, page?.asset ?? null)
  const [compared, onCompare] = useState<Compared | null>(null)
  const Toasts = useCommands(actor)
  return (
    <>
      {page && <Details {...{ actor, page, form, work, compared, onCompare }} asset={page.asset} />}
      <output aria-label="Beside it">{compared && `${compared.name} ${compared.url}`}</output>
      {Toasts && <Toasts />}
    </>
  )
}

const EVERYTHING = [['manage', 'all']]

/** Shows an asset's page whose calls wait until the test answers them; `seen` is what a list showed of it. */
export async function showAsset({
  language = 'en',
  ability = EVERYTHING,
  seen,
  me = PERSON._id,
  person = PERSON,
  listen,
  beside,
  work: given = {},
  shows = 'page',
  sendFile,
}: {
  language?: Language
  ability?: unknown
  seen?: Asset
  me?: string
  /** Who is signed in; without an address a guest. */
  person?: Partial<typeof PERSON>
  listen?: Atelier['listen']
  beside?: Beside
  work?: Partial<AssetWork>
  /** What stands beside the stage comes without it at a tenth of the cost. */
  shows?: 'page' | 'aside'
  sendFile?: Atelier['sendFile']
} = {}): Promise<Shown> {
  const work = { beHere: async () => ({ people: [], total: 0 }), beGone: async () => {}, ...given } as AssetWork
  const asked: Asked[] = []
  const deleted: string[] = []
  const copied: string[] = []
  let held: AssetActor | undefined
  const ask = <T,>(what: keyof AssetCalls, ...given: unknown[]): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      asked.push({
        what,
        given,
        answer: (page) => act(async () => resolve(page as T)),
        fail: (error) => act(async () => reject(error)),
      })
    })
  const calls: AssetCalls = {
    load: () => ask('load'),
    setLock: (_, { locked, reason }) => ask('setLock', locked, ...(reason === undefined ? [] : [reason])),
    perform: (_, command, updatedAt) => ask('perform', command, updatedAt),
    save: (_, change: AssetChange, updatedAt) => ask('save', change, updatedAt),
  }
  const session = createActor(
    sessionMachine.provide({
      actors: {
        restoreSession: fromPromise(async () => ({ ...person, _id: me, token: tokenWith({ ability }) })),
      } as never,
    }),
  ).start()
  await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/assets/$id',
    component: function Page() {
      held = useAsset('asset-1', calls, seen)
      if (shows === 'aside') return <Aside actor={held} work={work} />
      return (
        <AssetScreen
          actor={held}
          work={work}
          onDelete={({ id }) => void deleted.push(id)}
          onNewFrom={({ id }) => void copied.push(id)}
          beside={beside ?? null}
        />
      )
    },
  })
  const others = ['/', '/assets', '/tags'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>{path}</p> }),
  )
  const router = createRouter({
    routeTree: root.addChildren([page, ...others]),
    history: createMemoryHistory({ initialEntries: ['/assets/asset-1'] }),
  })
  const atelier = { session, language, translate: translateIn(language), track: () => {}, sendFile, listen }
  let unmount = () => {}
  await act(async () => {
    unmount = render(
      <AtelierContext value={atelier as never}>
        <RouterProvider router={router as never} />
      </AtelierContext>,
    ).unmount
  })
  await act(() => router.load())
  return {
    asked,
    last: (what) => {
      const call = asked.at(-1)
      if (call?.what !== what) throw new Error(`The last call was ${call?.what}, not ${what}`)
      return call
    },
    deleted,
    copied,
    actor: () => held!,
    unmount,
  }
}

// By text rather than by role: asking for a role looks at every element of the page, the stage's panel among them.

/** The field of the asset's name. */
export const nameField = () => screen.getByLabelText<HTMLInputElement>('Name')

/** Types a whole name. */
export const typeName = (value: string) => fireEvent.change(nameField(), { target: { value } })

/** A button by its words or its label. */
export const button = (name: string): HTMLButtonElement => {
  const words = screen.queryAllByText(name, { selector: 'button' })
  const found = words.length > 0 ? words : screen.getAllByLabelText(name, { selector: 'button' })
  if (found.length !== 1) throw new Error(`${found.length} buttons say ${name}`)
  return found[0] as HTMLButtonElement
}

/** The button that saves, by any of its faces. */
export const saveButton = () => button('Save changes')

/** Presses a button of this name. */
export const press = (name: string) => act(async () => button(name).click())
