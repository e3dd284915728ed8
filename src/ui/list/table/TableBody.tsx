import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Renders rows into a table body that another component inserts into its table. */
export const TableBody = ({ container, children }: { container: HTMLTableSectionElement; children: ReactNode }) =>
  createPortal(children, container)
