import { CheckIcon } from '@phosphor-icons/react/Check'
import type { ReactNode } from 'react'
import { ListBoxItem } from 'react-aria-components/ListBox'
import { Icon } from './Icon.tsx'
import styles from './Listing.module.css'
import type { Pigment } from './pigment.ts'

/** One thing to choose in a {@link SelectField} or {@link FilterSelect}. */
export interface Choice {
  id: string
  label: string
  icon?: ReactNode
  /** A small square in this hue before the label. */
  pigment?: Pigment | undefined
  disabled?: boolean | undefined
}

/** The glyph or swatch of a choice; nothing where it has neither. */
export function ChoiceMark({ icon, pigment }: Pick<Choice, 'icon' | 'pigment'>) {
  if (pigment) return <i className={styles.swatch} data-pigment={pigment} />
  return icon ? <Icon>{icon}</Icon> : null
}

/** A choice as a row of a list box, with a tick while it is chosen. */
export function Option({ choice }: { choice: Choice }) {
  return (
    <ListBoxItem id={choice.id} textValue={choice.label} isDisabled={choice.disabled ?? false} className={styles.item!}>
      {({ isSelected }) => (
        <>
          <ChoiceMark {...choice} />
          <span className={styles.text}>{choice.label}</span>
          {isSelected && (
            <Icon className={styles.tick}>
              <CheckIcon />
            </Icon>
          )}
        </>
      )}
    </ListBoxItem>
  )
}
