import type { ReactNode } from 'react'
import { useAtelier } from '../ui/context.ts'
import { FilterButton } from '../ui/kit/FilterButton.tsx'
import { NativeSearchField } from '../ui/kit/fields/NativeSearchField.tsx'
import { omitUndefinedProps } from '../ui/kit/omit-undefined-props.ts'
import type { Language } from '../ui/language.ts'
import type { FilterControlProps } from '../ui/list/filters/FilterControl.tsx'
import type { useColumnDrag as columnDrag } from '../ui/list/table/use-column-drag.ts'
import type { usePrerenderedPage as prerenderedPage } from '../ui/list/table/use-prerendered-page.ts'
import type { useRowWindow as rowWindow } from '../ui/list/table/use-row-window.ts'
import type { useSignInForm as signInForm } from '../ui/session/use-sign-in-form.ts'

// Replacements, on the prerendered page only, for modules that need the whole app. Configured in vite/first-paint-files.ts.

/** Type of a stub's result: any members of the original hook's result, so that the compiler reports a renamed member. */
type PartialResult<Hook extends (...args: never[]) => unknown> = { [Member in keyof ReturnType<Hook>]?: unknown }

/** Replaces the router: a link to another page, which the browser follows. */
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

/** Replaces XState's hook: reads the snapshot of an actor that is not running. */
export const useSelector = <S, T>(actor: { getSnapshot: () => S }, select: (snapshot: S) => T): T =>
  select(actor.getSnapshot())

const IDLE_ACTOR = { getSnapshot: () => ({ context: {}, matches: () => false }) }
export const useFilterOverlay = () => IDLE_ACTOR
export const useColumnDrag = () =>
  ({ actor: IDLE_ACTOR, row: { current: null }, startDrag() {}, moveByKey() {} }) satisfies PartialResult<
    typeof columnDrag
  >

/** Replaces lazy modules and components: nothing is loaded. */
const noop = () => undefined
export const lazyModule = () => ({ prefetch: noop, load: noop, getLoaded: noop })
export const lazyComponent = () => () => null
export const Tooltip = () => null
export const renderActionIcon = noop

/** Renders all rows, because the prerendered list has few rows. */
export const useRowWindow = (_: unknown, { rows }: { rows: readonly unknown[] }) =>
  ({
    runs: [{ gap: 0, first: 0, last: rows.length - 1 }],
    linesBelow: 0,
    rowHeight: 0,
    isPartial: false,
  }) satisfies PartialResult<typeof rowWindow>

/** Formats without `Intl.NumberFormat`, because creating the first instance takes as long as rendering all rows. */
export function formatNumber(value: number, language: Language, decimals = 3): string {
  const [integerPart, fraction] = String(Math.round(value * 10 ** decimals) / 10 ** decimals).split('.')
  const [separator, decimalPoint] = language === 'de' ? '.,' : ',.'
  const grouped = integerPart!.replace(/\B(?=(\d{3})+$)/g, separator!)
  return fraction ? grouped + decimalPoint + fraction : grouped
}

/** Renders only the current page of the list, without the neighbouring pages. */
export const usePrerenderedPage = () =>
  ({ renderedPages: [{ isShown: true }], isReady: false }) satisfies PartialResult<typeof prerenderedPage>
export const TableBody = ({ children }: { children: ReactNode }) => <tbody>{children}</tbody>

/** Renders an unset, closed filter. */
export function FilterControl({ filter, className }: FilterControlProps) {
  const { translate } = useAtelier()
  const label = translate(filter.placeholder)
  const icon = omitUndefinedProps({ icon: filter.icon })
  if (filter.type !== 'text')
    return <FilterButton button={CLOSED_DROPDOWN_PROPS} label={label} chosen={[]} className={className} {...icon} />
  return (
    <NativeSearchField
      label={label}
      placeholder={label}
      clearLabel=""
      value=""
      onChange={noop}
      className={className}
      {...icon}
    />
  )
}
const CLOSED_DROPDOWN_PROPS = { ref: { current: null }, 'aria-haspopup': 'dialog', 'aria-expanded': false } as const

// Replacements for error handling, which the prerendered page does not need.
export class ApiError {}
export class UserNotVerifiedError {}
export const ErrorNotice = noop

export const useSignInForm = () =>
  ({
    actor: IDLE_ACTOR,
    bind: (field: string) => ({ value: field === 'way' ? 'password' : '' }),
    text: (name: string) => ({ name, value: '' }),
    isSendingFor: () => false,
    isAwaitingCode: false,
    error: null,
    notice: null,
    data: null,
  }) satisfies PartialResult<typeof signInForm>
export const SignInCodeForm = noop
export const VerificationSentNotice = noop
export const useReturnAfterSignIn = () => false
export const useDocumentTitle = noop
