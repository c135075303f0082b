/** Adds the matchers for documents (`toBeVisible`, `toHaveAccessibleName`, ...) to every test. */
import "@testing-library/jest-dom/vitest";
