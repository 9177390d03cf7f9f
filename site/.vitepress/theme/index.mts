// The default theme with a little more room for tables.

import theme from "vitepress/theme";
import "./style.css";

export default theme;
