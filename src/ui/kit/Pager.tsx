import { CaretLeftIcon } from '@phosphor-icons/react/CaretLeft'
import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import { BareButton } from './BareButton.tsx'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './Pager.module.css'
import { pagerItems } from './pager-items.ts'

/** The words of a {@link Pager}. */
export interface PagerWords {
  /** The name of the whole: "Pages". */
  label: string
  previous: string
  next: string
  /** The name of one page's button: "Page 3". */
  page: (page: number) => string
  /** What stands on it: "1,248". */
  number: (page: number) => string
}

/** Props of {@link Pager}. */
export interface PagerProps {
  /** 1-based. */
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** Told of a pointer or the focus that comes to the button of the next page, and that leaves it. */
  onNearNext?: ((isNear: boolean) => void) | undefined
  words: PagerWords
  className?: string | undefined
}

/** Numbered pages with previous and next; on a phone only the current number stays. */
export function Pager({ page, totalPages, onPage, onNearNext, words, className }: PagerProps) {
  return (
    <nav aria-label={words.label} className={classes(styles.pager, className)}>
      <Step
        label={words.previous}
        to={page - 1}
        isDisabled={page <= 1}
        onPage={onPage}
        icon={<CaretLeftIcon weight="bold" />}
      />
      {pagerItems(page, totalPages).map((item) =>
        typeof item === 'number' ? (
          <BareButton
            key={item}
            aria-label={words.page(item)}
            {...(item === page && { 'aria-current': 'page' })}
            className={classes(styles.place, styles.number)}
            onClick={() => item !== page && onPage(item)}
          >
            {words.number(item)}
          </BareButton>
        ) : (
          <span key={item} className={classes(styles.place, styles.gap)}>
            …
          </span>
        ),
      )}
      <Step
        label={words.next}
        to={page + 1}
        isDisabled={page >= totalPages}
        onPage={onPage}
        onNear={onNearNext}
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
  onNear?: ((isNear: boolean) => void) | undefined
  icon: React.ReactNode
}

function Step({ label, to, isDisabled, onPage, onNear, icon }: StepProps) {
  return (
    <BareButton
      aria-label={label}
      disabled={isDisabled}
      className={styles.place}
      onClick={() => onPage(to)}
      // A finger is on it only as it presses.
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onNear?.(true)}
      onPointerLeave={() => onNear?.(false)}
      // Nor is a pressed button's focus a wish for more.
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onNear?.(true)}
      onBlur={() => onNear?.(false)}
    >
      <Icon size="sm">{icon}</Icon>
    </BareButton>
  )
}
