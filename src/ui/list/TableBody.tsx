import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Draws rows into a table body that somebody else puts into its table. */
export const TableBody = ({ place, children }: { place: HTMLTableSectionElement; children: ReactNode }) =>
  createPortal(children, place)
