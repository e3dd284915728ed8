import type { ReactNode } from 'react'
import { useAtelier } from '../ui/context.ts'
import { FilterButton } from '../ui/kit/FilterButton.tsx'
import { given } from '../ui/kit/given.ts'
import { SearchBox } from '../ui/kit/SearchBox.tsx'
import type { Language } from '../ui/language.ts'
import type { FilterControlProps } from '../ui/list/FilterControl.tsx'

// What stands, on the first page alone, where views import what needs the whole app. Where it is put: vite/early-page.ts.

/** Of the router: a link to another page, which the browser follows. */
export function Link({ to, params = {}, children, activeOptions: _, ...rest }: LinkProps) {
  return (
    <a href={to.replace(/\$(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))} {...rest}>
      {children}
    </a>
  )
}
interface LinkProps {
  to: string
  params?: Record<string, string>
  className?: string
  children: ReactNode
  onPointerEnter?: (event: never) => void
  activeOptions?: unknown
}
export const useRouter = () => null

/** Of machines: what is read of one that has not begun. */
export const useSelector = <S, T>(actor: { getSnapshot: () => S }, select: (snapshot: S) => T): T =>
  select(actor.getSnapshot())

const RESTING = { getSnapshot: () => ({ context: {}, matches: () => false }) }
export const useFilters = () => RESTING
export const useColumnDrag = () => ({ actor: RESTING, row: { current: null }, lift() {}, step() {} })

/** Of parts that are fetched: none is there, and nobody can ask for one. */
const nothing = () => undefined
export const part = () => ({ fetch: nothing, want: nothing, held: nothing })
export const shownPart = () => () => null
export const Tooltip = () => null
export const glyphOf = nothing

/** Every row is drawn: a page has few. */
export const useWindow = (_: unknown, { rows }: { rows: readonly unknown[] }) => ({
  runs: [{ gap: 0, first: 0, last: rows.length - 1 }],
  below: 0,
  rowHeight: 0,
  isPartial: false,
})

/** Of numbers: without a formatter, whose first on a page takes as long as all rows. */
export function formatNumber(value: number, language: Language, decimals = 3): string {
  const [whole, part] = String(Math.round(value * 10 ** decimals) / 10 ** decimals).split('.')
  const [between, point] = language === 'de' ? '.,' : ',.'
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, between!)
  return part ? grouped + point + part : grouped
}

/** Rows stand in the table itself, and none beside them. */
export const useDrawnPages = () => ({ drawn: [{ isShown: true }], isReady: false })
export const TableBody = ({ children }: { children: ReactNode }) => <tbody>{children}</tbody>

/** A filter that nobody has set, closed. */
export function FilterControl({ filter, className }: FilterControlProps) {
  const { translate } = useAtelier()
  const label = translate(filter.placeholder)
  const icon = given({ icon: filter.icon })
  if (filter.type !== 'text')
    return <FilterButton button={CLOSED} label={label} chosen={[]} className={className} {...icon} />
  return (
    <SearchBox
      label={label}
      placeholder={label}
      clearLabel=""
      value=""
      onChange={nothing}
      className={className}
      {...icon}
    />
  )
}
const CLOSED = { ref: { current: null }, 'aria-haspopup': 'dialog', 'aria-expanded': false } as const

/** Nothing has failed. */
export class ApiError {}
export class UserNotVerified {}
export const ErrorNotice = nothing

/** A form that nobody has touched. */
export const useSignInForm = () => ({
  actor: RESTING,
  bind: (field: string) => ({ value: field === 'way' ? 'password' : '' }),
  text: (name: string) => ({ name, value: '' }),
  isSendingFor: () => false,
  isAwaitingCode: false,
  error: null,
  notice: null,
  data: null,
})
export const CodeStep = nothing
export const VerificationSent = nothing
export const useWayBack = () => false
export const useDocumentTitle = nothing
