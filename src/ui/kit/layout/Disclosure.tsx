import { CaretRightIcon } from '@phosphor-icons/react/CaretRight'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Disclosure as AriaDisclosure, DisclosurePanel, Heading } from 'react-aria-components/Disclosure'
import { Icon } from '../Icon.tsx'
import { omitUndefinedProps } from '../omit-undefined-props.ts'
import styles from './Disclosure.module.css'

/** Props of {@link Disclosure}; uncontrolled without `isOpen`. */
export interface DisclosureProps {
  title: string
  isOpen?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  children: ReactNode
}

/** Heading that expands and collapses its content. */
export function Disclosure({ title, isOpen, onOpenChange, children }: DisclosureProps) {
  return (
    <AriaDisclosure
      {...omitUndefinedProps({ isExpanded: isOpen, onExpandedChange: onOpenChange })}
      className={styles.disclosure!}
    >
      <Heading level={2} className={styles.head!}>
        <Button slot="trigger" className={styles.trigger!}>
          <Icon size="xs" className={styles.caret}>
            <CaretRightIcon weight="bold" />
          </Icon>
          {title}
        </Button>
      </Heading>
      <DisclosurePanel className={styles.panel!}>{children}</DisclosurePanel>
    </AriaDisclosure>
  )
}
