// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import { sessionMachine } from '../../../src/machines/session/session.machine.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { takeStashedFiles } from '../../../src/ui/new-asset/stashed-files.ts'
import { useQuickUpload } from '../../../src/ui/shell/use-quick-upload.ts'
import { createUnsignedToken } from '../../support/unsigned-token.ts'
import { VERIFIED_USER } from '../session/support.tsx'

const EDITOR = [['read,create', 'Asset']]
const VIEWER = [['read', 'Asset']]

function Page() {
  const { isOver, hasRefused, dismiss } = useQuickUpload()
  return (
    <>
      <p>Rows</p>
      <div data-takes-files>A field</div>
      {isOver && <p>Drop here</p>}
      {hasRefused && (
        <button type="button" onClick={dismiss}>
          Refused
        </button>
      )}
    </>
  )
}

async function show({ ability = EDITOR, path = '/' }: { ability?: unknown; path?: string } = {}) {
  const session = createActor(
    sessionMachine.provide({
      actors: {
        restoreSession: fromPromise(async () => ({ ...VERIFIED_USER, token: createUnsignedToken({ ability }) })),
      } as never,
    }),
  ).start()
  await waitFor(session, (snapshot) => !snapshot.matches('restoring'))
  const root = createRootRoute({ component: Page })
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: '/' }),
      createRoute({
        getParentRoute: () => root,
        path: '/assets/new',
        staticData: {
          takesFiles: true,
          nav: { labelKey: 'nav.upload', icon: 'upload', order: 1, needs: ['create', 'Asset'] },
        },
      }),
      createRoute({ getParentRoute: () => root, path: '/viewer', staticData: { takesFiles: true } }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  const cache = createQueryCache()
  render(
    <AtelierContext value={{ session, cache } as never}>
      <RouterProvider router={router} />
    </AtelierContext>,
  )
  await screen.findByText('Rows')
  return { router, takeFiles: () => takeStashedFiles(cache, router.state.location.state.files).map(({ name }) => name) }
}

const transfer = (names: readonly string[], types = ['Files']) => ({
  types,
  files: names.map((name) => new File(['x'], name)),
  dropEffect: 'none',
})

/** Fires a drag event with files on an element. Returns whether the browser would open the files, and the drop effect. */
async function drag(kind: 'dragOver' | 'drop', where: string, data: ReturnType<typeof transfer>) {
  const event = createEvent[kind](screen.getByText(where), { dataTransfer: data })
  await act(async () => void fireEvent(screen.getByText(where), event))
  return { opens: !event.defaultPrevented, effect: data.dropEffect }
}

/** Moves the dragged files to another element, or out of the page. */
async function leave(relatedTarget: Element | null) {
  const event = createEvent.dragLeave(screen.getByText('Rows'))
  // jsdom has no drag events.
  Object.defineProperty(event, 'relatedTarget', { value: relatedTarget })
  await act(async () => void fireEvent(screen.getByText('Rows'), event))
}

test('accepts files dragged over the page, but no other data, and no files over a file field', async () => {
  await show()
  expect(await drag('dragOver', 'Rows', transfer([], ['text/plain']))).toEqual({ opens: true, effect: 'none' })
  expect(screen.queryByText('Drop here')).toBeNull()
  expect(await drag('dragOver', 'Rows', transfer([]))).toEqual({ opens: false, effect: 'copy' })
  expect(screen.getByText('Drop here')).toBeTruthy()
  expect(await drag('dragOver', 'A field', transfer([]))).toEqual({ opens: true, effect: 'none' })
  expect(screen.queryByText('Drop here')).toBeNull()
  await drag('dragOver', 'Rows', transfer([]))
  // The files are still within the page, over another element.
  await leave(document.body)
  expect(screen.getByText('Drop here')).toBeTruthy()
  await leave(null)
  expect(screen.queryByText('Drop here')).toBeNull()
})

test('passes dropped models and images to the page of new assets once', async () => {
  const { router, takeFiles } = await show()
  await drag('dragOver', 'Rows', transfer([]))
  expect((await drag('drop', 'Rows', transfer(['boot.glb', 'boot.png']))).opens).toBe(false)
  expect(router.state.location.pathname).toBe('/assets/new')
  expect(screen.queryByText(/Drop here|Refused/)).toBeNull()
  expect(takeFiles()).toEqual(['boot.glb', 'boot.png'])
  expect(takeFiles()).toEqual([])
})

test('reports unsupported files, and opens the page of new assets only if other files were dropped too', async () => {
  const { router, takeFiles } = await show()
  await drag('drop', 'Rows', transfer(['notes.pdf']))
  expect(router.state.location.pathname).toBe('/')
  await act(async () => screen.getByRole('button', { name: 'Refused' }).click())
  expect(screen.queryByText('Refused')).toBeNull()
  await drag('drop', 'Rows', transfer(['notes.pdf', 'boot.glb']))
  expect(screen.getByText('Refused')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/assets/new')
  expect(takeFiles()).toEqual(['boot.glb'])
})

test('offers no drop without permission and keeps the browser from opening the file', async () => {
  const { router } = await show({ ability: VIEWER })
  expect(await drag('dragOver', 'Rows', transfer([]))).toEqual({ opens: false, effect: 'none' })
  expect(screen.queryByText('Drop here')).toBeNull()
  expect((await drag('drop', 'Rows', transfer(['boot.glb']))).opens).toBe(false)
  expect(router.state.location.pathname).toBe('/')
})

test.each([
  ['/assets/new', EDITOR, true],
  ['/assets/new', VIEWER, false],
  ['/viewer', EDITOR, true],
  ['/viewer', VIEWER, true],
])(
  'at %s, for a user with the ability %j, leaves dropped files to the page: %s',
  async (path, ability, leavesToPage) => {
    await show({ path, ability })
    expect((await drag('dragOver', 'Rows', transfer([]))).opens).toBe(leavesToPage)
    expect(screen.queryByText('Drop here')).toBeNull()
    expect((await drag('drop', 'Rows', transfer(['boot.glb']))).opens).toBe(leavesToPage)
  },
)
