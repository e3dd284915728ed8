import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Row } from '../../../src/machines/rules/paging.ts'
import { type Atelier, AtelierContext } from '../../../src/ui/context.ts'
import type { Column, PhoneItem } from '../../../src/ui/list/definition.ts'
import { translateIn } from '../../support/translate.ts'

window.scrollTo = () => {}

/** Shows something that leads elsewhere, as a page of the app would; fulfilled once it is there. */
export async function showInRouter(children: ReactNode): Promise<HTMLElement> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <>{children}</> }),
    history: createMemoryHistory(),
  })
  await router.load()
  return render(
    <AtelierContext value={{ translate: translateIn('en'), language: 'en' } as unknown as Atelier}>
      <RouterProvider router={router} />
    </AtelierContext>,
  ).container
}

/** What a row's cells say, by their fields. */
export async function cellsOf<R extends Row>(columns: readonly Column<R>[], row: R): Promise<Record<string, string>> {
  const container = await showInRouter(
    columns.map(({ field, cell }) => (
      <p key={field} data-field={field}>
        {cell ? (cell as (value: unknown, row: R) => ReactNode)(row[field], row) : String(row[field] ?? '')}
      </p>
    )),
  )
  const cells = [...container.querySelectorAll<HTMLElement>('[data-field]')]
  return Object.fromEntries(cells.map(({ dataset, textContent }) => [dataset['field']!, textContent]))
}

/** What a row says on a phone: its name, what stands beside it, and its second line. */
export async function phoneOf({ picture, name, aside, line }: PhoneItem): Promise<string[]> {
  const container = await showInRouter(
    [picture, name, aside, line].map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: four parts in their order
      <p key={at}>{part}</p>
    )),
  )
  return [...container.querySelectorAll('p')].slice(1).map(({ textContent }) => textContent)
}
