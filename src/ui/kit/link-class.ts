import styles from './Link.module.css'

/** Class of an underlined link inside text. */
export const linkClass: string = styles.link!
