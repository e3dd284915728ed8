import { CheckIcon } from '@phosphor-icons/react/Check'
import type { ReactNode } from 'react'
import { ListBoxItem } from 'react-aria-components/ListBox'
import type { Pigment } from '../feedback/pigment.ts'
import { Icon } from '../Icon.tsx'
import styles from '../Listing.module.css'

/** Choice in a {@link SelectField} or {@link FilterSelect}. */
export interface Choice {
  id: string
  label: string
  icon?: ReactNode
  /** Hue of a small square before the label. */
  pigment?: Pigment | undefined
  disabled?: boolean | undefined
}

export function ChoiceIcon({ icon, pigment }: Pick<Choice, 'icon' | 'pigment'>) {
  if (pigment) return <i className={styles.swatch} data-pigment={pigment} />
  return icon ? <Icon>{icon}</Icon> : null
}

export function ListBoxOption({ choice }: { choice: Choice }) {
  return (
    <ListBoxItem id={choice.id} textValue={choice.label} isDisabled={choice.disabled ?? false} className={styles.item!}>
      {({ isSelected }) => (
        <>
          <ChoiceIcon {...choice} />
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
