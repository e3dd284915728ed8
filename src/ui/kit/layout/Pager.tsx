import { CaretLeftIcon } from '@phosphor-icons/react/CaretLeft'
import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { BareButton } from '../BareButton.tsx'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './Pager.module.css'
import { buildPagerItems } from './pager-items.ts'

export interface PagerLabels {
  label: string
  previous: string
  next: string
  /** Returns the accessible name of a page's button: "Page 3". */
  page: (page: number) => string
  /** Returns the visible number: "1,248". */
  number: (page: number) => string
}

export interface PagerProps {
  /** Current page, 1-based. */
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** Called when the next-page button gains or loses hover or focus, for prefetching. */
  onNextHover?: ((isNear: boolean) => void) | undefined
  words: PagerLabels
  className?: string | undefined
}

/** Pager with numbered buttons. On phones only the current page number is shown. */
export function Pager({ page, totalPages, onPage, onNextHover, words, className }: PagerProps) {
  return (
    <nav aria-label={words.label} className={joinClassNames(styles.pager, className)}>
      <Step
        label={words.previous}
        to={page - 1}
        isDisabled={page <= 1}
        onPage={onPage}
        icon={<CaretLeftIcon weight="bold" />}
      />
      {buildPagerItems(page, totalPages).map((item) =>
        typeof item === 'number' ? (
          <BareButton
            key={item}
            aria-label={words.page(item)}
            {...(item === page && { 'aria-current': 'page' })}
            className={joinClassNames(styles.place, styles.number)}
            onClick={() => item !== page && onPage(item)}
          >
            {words.number(item)}
          </BareButton>
        ) : (
          <span key={item} className={joinClassNames(styles.place, styles.gap)}>
            …
          </span>
        ),
      )}
      <Step
        label={words.next}
        to={page + 1}
        isDisabled={page >= totalPages}
        onPage={onPage}
        onHover={onNextHover}
        icon={<CaretRightIcon weight="bold" />}
      />
    </nav>
  )
}

interface StepProps {
  label: string
  to: number
  isDisabled: boolean
  onPage: (page: number) => void
  onHover?: ((isNear: boolean) => void) | undefined
  icon: React.ReactNode
}

function Step({ label, to, isDisabled, onPage, onHover, icon }: StepProps) {
  return (
    <BareButton
      aria-label={label}
      disabled={isDisabled}
      className={styles.place}
      onClick={() => onPage(to)}
      // Ignores touch, because a touch pointer enters only on a press.
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onHover?.(true)}
      onPointerLeave={() => onHover?.(false)}
      // Ignores focus by a click, which does not predict another click.
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onHover?.(true)}
      onBlur={() => onHover?.(false)}
    >
      <Icon size="sm">{icon}</Icon>
    </BareButton>
  )
}
