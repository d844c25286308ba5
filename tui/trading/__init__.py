"""What the room Front is made of: the plot and how one walks in it, the settings and how they are turned, the words."""
